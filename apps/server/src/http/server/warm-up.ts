import type { FastifyInstance } from 'fastify';
import { api } from '@bijli/contract/api';
import { newSecret } from '#kernel/ids.ts';
import type { Authenticate } from '../caller.ts';

/** The first is slow; more of them hardly help callers and make the start longer. */
const ROUNDS = 3;
/** Of nobody (RFC 5737), so that limits count nobody's requests. */
const ADDRESS = '192.0.2.1';
/** No driver has this number, so nothing is found and nothing changes. */
const NOBODY = { driverId: 0 };
/** What the app asks when it opens. */
const ASKED = [api.getProfile, api.getWallet, api.chargingSessionList, api.ownVehicles, api.savedBookmarks, api.ready];

/**
 * Requests of a node to itself before others reach it, because everything takes several times as long the first time.
 */
export function createWarmUp(authenticate: Authenticate) {
  let ticket: string | undefined;
  return {
    /** Also knows the node itself, while it warms up. */
    authenticate: async (token: string) => (token === ticket ? NOBODY : authenticate(token)),

    async run(app: Pick<FastifyInstance, 'inject'>): Promise<void> {
      ticket = newSecret();
      const headers = { authorization: `Bearer ${ticket}` };
      try {
        for (let round = 0; round < ROUNDS; round += 1)
          await Promise.all([
            ...ASKED.map(({ method, path }) => app.inject({ method, url: path, headers, remoteAddress: ADDRESS })),
            // Where the database is away, the node says so otherwise.
            authenticate(`nobody ${round}`).catch(() => undefined),
          ]);
      } finally {
        ticket = undefined;
      }
    },
  };
}
