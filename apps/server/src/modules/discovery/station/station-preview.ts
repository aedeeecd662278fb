import { stationPage } from '@bijli/contract/station-page';
import type { Station } from '@bijli/contract/stations';
import type { LinkPreview } from '#http/pages/link-preview.ts';

const IMAGE_PATH = '/brand/app-icon-512.png';

/**
 * The preview of a link to a station. It has only what stays true after it was sent: no availability and no price. It
 * needs no words, because nobody knows the language of those who get it.
 */
export function previewOfStation(
  { property_id: id, property_name: title, address, plugs = [] }: Station,
  publicUrl: string,
): LinkPreview {
  const kinds = plugs.map(({ type, power }) => (power === undefined ? type : `${type} ${power} kW`));
  return {
    title,
    description: [address, [...new Set(kinds)].join(', ')].filter((part) => part !== '').join(' · '),
    url: `${publicUrl}${stationPage(id)}`,
    image: `${publicUrl}${IMAGE_PATH}`,
  };
}
