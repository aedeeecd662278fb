import type { CentralSystemActions } from '@bijli/ocpp/messages';

type SetChargingProfile = CentralSystemActions['SetChargingProfile']['request'];
type Clear = CentralSystemActions['ClearChargingProfile'];
type Composite = CentralSystemActions['GetCompositeSchedule'];
type Profile = SetChargingProfile['csChargingProfiles'];
type Purpose = Profile['chargingProfilePurpose'];

/** The current that a car without its own limit takes here. */
interface CurrentLimit {
  /** Amperes. All limits are converted to A. */
  maxA: number;
  voltageV: number;
}

interface Installed {
  connectorId: number;
  profile: Profile;
}

/** A running transaction, with the facts that profiles need. */
export interface Charging {
  transactionId: number | undefined;
  startedAt: Date;
}

const DAY_MS = 86_400_000;
const WEEK_MS = 7 * DAY_MS;

/** Charging profiles, OCPP 1.6 section 3.13. */
export class ChargingProfiles {
  readonly #uncontrolled: CurrentLimit;
  #installed: Installed[] = [];

  constructor(uncontrolled: CurrentLimit) {
    this.#uncontrolled = uncontrolled;
  }

  /**
   * OCPP 1.6 section 5.16. It replaces a profile with the same id, or with the same purpose and level at the connector.
   */
  set(
    { connectorId, csChargingProfiles: profile }: SetChargingProfile,
    charging: Charging | undefined,
  ): CentralSystemActions['SetChargingProfile']['answer'] {
    const { chargingProfilePurpose: purpose, transactionId } = profile;
    const isMisplaced =
      (purpose === 'ChargePointMaxProfile' && connectorId !== 0) ||
      (purpose === 'TxProfile' && (connectorId === 0 || !charging || charging.transactionId !== transactionId)) ||
      profile.chargingSchedule.chargingSchedulePeriod[0]?.startPeriod !== 0;
    if (isMisplaced) return { status: 'Rejected' };
    this.#add({ connectorId, profile });
    return { status: 'Accepted' };
  }

  /** Sets the profile of a remote start, which applies to its transaction only. */
  begin(connectorId: number, profile: Profile): void {
    this.#add({ connectorId, profile });
  }

  /** A transaction has ended, so its profile is removed. */
  ended(connectorId: number): void {
    this.#installed = this.#installed.filter(
      (one) => one.connectorId !== connectorId || one.profile.chargingProfilePurpose !== 'TxProfile',
    );
  }

  /** OCPP 1.6 section 5.5: a profile must match all given fields. */
  clear({ id, connectorId, chargingProfilePurpose, stackLevel }: Clear['request']): Clear['answer'] {
    const isMeant = ({ connectorId: at, profile }: Installed): boolean =>
      (id === undefined || profile.chargingProfileId === id) &&
      (connectorId === undefined || at === connectorId) &&
      (chargingProfilePurpose === undefined || profile.chargingProfilePurpose === chargingProfilePurpose) &&
      (stackLevel === undefined || profile.stackLevel === stackLevel);
    const left = this.#installed.filter((one) => !isMeant(one));
    if (left.length === this.#installed.length) return { status: 'Unknown' };
    this.#installed = left;
    return { status: 'Accepted' };
  }

  /** The highest current that a connector may deliver at a time, in A. */
  limitAt(connectorId: number, at: Date, charging: Charging | undefined): number {
    const max = this.#limitOf('ChargePointMaxProfile', 0, at, charging);
    const own =
      (charging && this.#limitOf('TxProfile', connectorId, at, charging)) ??
      this.#limitOf('TxDefaultProfile', connectorId, at, charging) ??
      this.#limitOf('TxDefaultProfile', 0, at, charging);
    return Math.min(max ?? this.#uncontrolled.maxA, own ?? this.#uncontrolled.maxA, this.#uncontrolled.maxA);
  }

  /** The same in W. Without a profile there is no limit. */
  limitAtW(connectorId: number, at: Date, charging: Charging | undefined): number {
    if (this.#installed.length === 0) return Number.POSITIVE_INFINITY;
    return this.limitAt(connectorId, at, charging) * this.#uncontrolled.voltageV;
  }

  /** OCPP 1.6 section 5.7: the combined limit of all profiles, second by second. */
  composite(
    { connectorId, duration, chargingRateUnit = 'A' }: Composite['request'],
    now: Date,
    charging: Charging | undefined,
  ): Composite['answer'] {
    const periods: { startPeriod: number; limit: number }[] = [];
    for (let second = 0; second < duration; second += 1) {
      const limitA = this.limitAt(connectorId, new Date(now.getTime() + second * 1000), charging);
      const limit = Math.round(10 * (chargingRateUnit === 'A' ? limitA : limitA * this.#uncontrolled.voltageV)) / 10;
      if (periods.at(-1)?.limit !== limit) periods.push({ startPeriod: second, limit });
    }
    return {
      status: 'Accepted',
      connectorId,
      scheduleStart: now.toISOString(),
      chargingSchedule: { duration, chargingRateUnit, chargingSchedulePeriod: periods },
    };
  }

  #add(installed: Installed): void {
    const { chargingProfileId, chargingProfilePurpose, stackLevel } = installed.profile;
    this.#installed = this.#installed.filter(
      ({ connectorId, profile }) =>
        profile.chargingProfileId !== chargingProfileId &&
        (connectorId !== installed.connectorId ||
          profile.chargingProfilePurpose !== chargingProfilePurpose ||
          profile.stackLevel !== stackLevel),
    );
    this.#installed.push(installed);
  }

  /** The limit of the highest stack level that has one at this time. Undefined if none has. */
  #limitOf(purpose: Purpose, connectorId: number, at: Date, charging: Charging | undefined): number | undefined {
    const candidates = this.#installed
      .filter((one) => one.connectorId === connectorId && one.profile.chargingProfilePurpose === purpose)
      .toSorted((one, other) => other.profile.stackLevel - one.profile.stackLevel);
    for (const { profile } of candidates) {
      const limit = limitOf(profile, at, charging?.startedAt);
      if (limit !== undefined)
        return profile.chargingSchedule.chargingRateUnit === 'A' ? limit : limit / this.#uncontrolled.voltageV;
    }
    return undefined;
  }
}

/** The limit of one profile at a time, in the profile's own unit. */
function limitOf(profile: Profile, at: Date, chargingSince: Date | undefined): number | undefined {
  const { validFrom, validTo, chargingSchedule } = profile;
  if (validFrom !== undefined && at.getTime() < Date.parse(validFrom)) return undefined;
  if (validTo !== undefined && at.getTime() >= Date.parse(validTo)) return undefined;
  const fromMs = beginOf(profile, at, chargingSince);
  const seconds = (at.getTime() - fromMs) / 1000;
  const { duration = Number.POSITIVE_INFINITY, chargingSchedulePeriod } = chargingSchedule;
  if (!(seconds >= 0 && seconds < duration)) return undefined;
  return chargingSchedulePeriod.findLast(({ startPeriod }) => startPeriod <= seconds)?.limit;
}

function beginOf(profile: Profile, at: Date, chargingSince: Date | undefined): number {
  const { chargingProfileKind, recurrencyKind, chargingSchedule } = profile;
  const begunMs = chargingSince?.getTime() ?? at.getTime();
  if (chargingProfileKind === 'Relative' || chargingSchedule.startSchedule === undefined) return begunMs;
  const startMs = Date.parse(chargingSchedule.startSchedule);
  if (chargingProfileKind === 'Absolute') return startMs;
  const everyMs = recurrencyKind === 'Weekly' ? WEEK_MS : DAY_MS;
  return startMs + Math.floor((at.getTime() - startMs) / everyMs) * everyMs;
}
