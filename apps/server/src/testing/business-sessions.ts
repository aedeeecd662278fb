import { HOUR_MS } from '#kernel/durations.ts';
import type { Business } from '#modules/accounts/index.ts';
import { sessionsFixture, type Begun } from './sessions-fixture.ts';

/** A business in the State of the station. AWAY is in another State. */
export const HOME = {
  gstin: '29AAPFU0939F1ZR',
  businessName: 'Rao Logistics',
  businessAddress: '4 Depot Road, Bengaluru',
};
export const AWAY = {
  gstin: '27AAPFU0939F1ZV',
  businessName: 'Pawar & Sons',
  businessAddress: '9 Dock Road, Pune 411001',
};

/** Creates sessions of drivers who charge for a business or for themselves. */
export async function businessSessions() {
  const fixture = await sessionsFixture();
  const sessions = fixture.server();
  let mobile = 9_300_000_000;
  return {
    ...fixture,
    sessions,

    /** A session of 5 units at ₹15 at the station in Karnataka, which has started with its register at 1000 Wh. */
    async begunFor(business?: Business, paise = 100_000): Promise<Begun> {
      mobile += 1;
      const driverId = await fixture.driver(String(mobile), paise);
      if (business) fixture.businesses.set(driverId, business);
      return fixture.begun(sessions, driverId);
    },

    /** Stops the session an hour later. */
    async stopsAt(session: Begun, registerWh: number): Promise<void> {
      fixture.clock.advance(HOUR_MS);
      await fixture.stopped(sessions, session, registerWh);
    },

    async close(): Promise<void> {
      await sessions.close();
      await fixture.close();
    },
  };
}
