import { CarFront, Clock3, Coffee, type LucideIcon, Phone, SquareParking, Store, Toilet, Wifi } from 'lucide-react';
import type { StationDetails } from '@bijli/contract/stations';
import { Avatar } from '@bijli/ui/Avatar';
import { spacedPhone } from '@bijli/ui/format/text';
import { useClientConfig } from '#api/client-config.ts';
import { useMessages } from '#messages/messages.ts';
import { external } from '#paths.ts';
import styles from './GoodToKnow.module.css';

const PICTURES: Record<string, LucideIcon> = {
  restroom: Toilet,
  cafe: Coffee,
  store: Store,
  car_care: CarFront,
  parking: SquareParking,
  wifi: Wifi,
};

/** The station's amenities, opening hours and operator. */
export function GoodToKnow({ details }: { details: StationDetails }) {
  const { station: messages, filter } = useMessages();
  const { data: config } = useClientConfig();
  const { amenities, opening_hours: hours = [], network, phone } = details;
  const number = phone ?? config?.support.phone;
  if (amenities.length === 0 && hours.length === 0 && network === undefined) return null;
  return (
    <section className={styles.section}>
      <h2>{messages.goodToKnow}</h2>
      {amenities.length > 0 && (
        <ul className={styles.amenities}>
          {amenities.map(({ name, likely }) => {
            const Glyph = PICTURES[name];
            const word = filter.amenities[name] ?? name;
            return (
              <li key={name}>
                {Glyph && <Glyph size={20} aria-hidden />}
                {likely ? messages.likely(word) : word}
              </li>
            );
          })}
        </ul>
      )}
      <div className={styles.rows}>
        {hours.length > 0 && (
          <div className={styles.row}>
            <Clock3 size={24} aria-hidden />
            <span className="num">
              <b>{messages.openingHours}</b>
              {hours.map((line) => (
                <span key={line}>{line}</span>
              ))}
            </span>
          </div>
        )}
        {network !== undefined && (
          <div className={styles.row}>
            <span className={styles.avatar}>
              <Avatar name={network} />
            </span>
            <span>
              <b>{messages.runBy(network)}</b>
              {phone !== undefined && <span className="num">{spacedPhone(phone)}</span>}
            </span>
          </div>
        )}
        {number !== undefined && (
          <a href={external.phone(number)} className={styles.row}>
            <Phone size={24} aria-hidden />
            <span>
              <b>{phone === undefined ? messages.support : messages.call}</b>
              <span className="num">{spacedPhone(number)}</span>
            </span>
          </a>
        )}
      </div>
    </section>
  );
}
