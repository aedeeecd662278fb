import type { Station } from './stations.ts';

/** Whether it is for the people of its place alone. */
export function isCaptive({ visibility }: Pick<Station, 'visibility'>): boolean {
  return visibility.toLowerCase() === 'captive';
}
