import { energyOf, type MaybeRegisterReading } from '#modules/sessions/metering/energy.ts';

/** Readings of a session, written as seconds since its start and the value of the register. */
export const START = { at: new Date('2026-11-20T08:00:00Z'), registerWh: 100_000 };
export const RATED_W = 120_000;
export const LIMITS = { ratedW: RATED_W, restartedAt: null };
export const at = (seconds: number) => new Date(START.at.getTime() + seconds * 1000);

export type RegisterSample = [seconds: number, registerWh: number];
export const reading = ([seconds, registerWh]: RegisterSample, heardAfter = seconds): MaybeRegisterReading => ({
  at: at(seconds),
  receivedAt: at(heardAfter),
  context: 'Sample.Periodic',
  registerWh,
});
export const readings = (samples: RegisterSample[]) => samples.map((one) => reading(one));
export const stopAt = ([seconds, registerWh]: RegisterSample, reason = 'Local') => ({
  at: at(seconds),
  receivedAt: at(seconds),
  registerWh,
  reason,
});
export const metered = (...samples: RegisterSample[]) => energyOf(START, readings(samples), LIMITS);
export const stopped = (samples: RegisterSample[], stop: RegisterSample, reason?: string) =>
  energyOf(START, readings(samples), LIMITS, stopAt(stop, reason));
export const booted = (seconds: number, samples: RegisterSample[], stop?: RegisterSample) =>
  energyOf(START, readings(samples), { ratedW: RATED_W, restartedAt: at(seconds) }, stop && stopAt(stop));

export const START_AT_NOTHING = { at: START.at, registerWh: 0 };
