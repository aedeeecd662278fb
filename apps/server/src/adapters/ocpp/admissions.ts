import type { CentralSystemAction } from '@bijli/ocpp/messages';
import type { Admission } from '#modules/network/index.ts';

/** OCPP 1.6 section 4.2: a pending charge point must not be started or stopped remotely. */
const NOT_WHILE_PENDING = new Set<string>([
  'RemoteStartTransaction',
  'RemoteStopTransaction',
] satisfies CentralSystemAction[]);

/** The registration status of charge points that were not accepted. */
export class Admissions {
  readonly #held = new Map<string, Admission>();

  set(chargePointId: string, admission: Admission): void {
    if (admission === 'accepted') this.#held.delete(chargePointId);
    else this.#held.set(chargePointId, admission);
  }

  admissionOf(chargePointId: string): Admission {
    return this.#held.get(chargePointId) ?? 'accepted';
  }

  /** True if the charge point may be sent this action. */
  isAllowed(chargePointId: string, action: string): boolean {
    const admission = this.admissionOf(chargePointId);
    return admission === 'accepted' || (admission === 'pending' && !NOT_WHILE_PENDING.has(action));
  }
}
