import type { Product } from '@bijli/contract/storefront';
import { messages } from '#messages/messages.ts';

/** It stands in walls, and vehicles bring a charger with its plug. */
const WALL_SOCKET = 'M';

/** The inlets that a product fits, as people call them: `Type 2 or CCS2`. Empty if it only has a wall socket. */
export function inletNames({ connector }: Product): string {
  return connector
    .filter((type) => type !== WALL_SOCKET)
    .map(messages().connectorName)
    .join(messages().product.or);
}
