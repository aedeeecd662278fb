import type { ChargePointActions } from '@bijli/ocpp/messages';
import { Certificates } from './certificates.ts';
import { ChargingProfiles, type Charging } from './charging-profiles.ts';
import type { Clock, Plans } from './clock.ts';
import type { Connector } from './connector.ts';
import { LocalList } from './local-list.ts';
import { LongTasks } from './long-tasks.ts';
import { Reservations } from './reservations.ts';

const PHASES = 3;
const PHASE_V = 230;

interface EquipmentOptions {
  /** The charge point's identity. */
  name: string;
  clock: Clock;
  plans: Plans;
  find: (connectorId: number) => Connector | undefined;
  /** The numbers of its connectors. */
  numbers: () => number[];
  /** The power of the strongest connector. */
  maxPowerW: number;
  tell: <A extends keyof ChargePointActions>(action: A, request: ChargePointActions[A]['request']) => void;
  tellStatus: (connector: Connector) => void;
  boot: () => void;
  restart: () => void;
}

/** What a charge point has beside its connectors: all that the central system may give it to keep or to do. */
export class Equipment {
  readonly certificates: Certificates;
  readonly localList = new LocalList();
  readonly tasks: LongTasks;
  readonly profiles: ChargingProfiles;
  readonly reservations: Reservations;
  readonly #options: EquipmentOptions;

  constructor(options: EquipmentOptions) {
    this.#options = options;
    const { name, clock, plans, find, numbers, maxPowerW, tell, restart } = options;
    this.certificates = new Certificates(name);
    const voltageV = PHASES * PHASE_V;
    this.tasks = new LongTasks({ plans, tell, restart });
    this.profiles = new ChargingProfiles({ maxA: maxPowerW / voltageV, voltageV });
    const later = (ms: number, task: () => void): void => plans.later(ms, task);
    this.reservations = new Reservations({ find, numbers, later, now: () => clock.now() });
  }

  /** What it has noted of itself, as a file. */
  notes(name: string): { name: string; content: Buffer } {
    const { name: id, clock } = this.#options;
    const line = `${clock.now().toISOString()} ${id} list of tags ${this.localList.version}\n`;
    return { name, content: Buffer.from(line.repeat(200)) };
  }

  now(): Date {
    return this.#options.clock.now();
  }

  /** What charges at a connector, which 0 has none of; null where there is no such connector. */
  charging(connectorId: number): Charging | undefined | null {
    const connector = this.#options.find(connectorId);
    if (!connector) return connectorId === 0 ? undefined : null;
    const { transaction } = connector;
    return transaction && { transactionId: transaction.id, startedAt: transaction.startedAt };
  }

  /** The most that a connector may deliver now. */
  limitW(connectorId: number): number {
    return this.profiles.limitAtW(connectorId, this.now(), this.charging(connectorId) ?? undefined);
  }

  /** What the trigger of a message of its own makes it send; undefined for a message that it does not know. */
  triggered(message: string, connectors: Connector[]): (() => void) | undefined {
    const { tell, tellStatus, boot } = this.#options;
    const messages: Record<string, () => void> = {
      BootNotification: boot,
      DiagnosticsStatusNotification: () => this.tasks.tellAgain('DiagnosticsStatusNotification'),
      FirmwareStatusNotification: () => this.tasks.tellAgain('FirmwareStatusNotification'),
      Heartbeat: () => tell('Heartbeat', {}),
      LogStatusNotification: () => this.tasks.tellAgain('LogStatusNotification'),
      MeterValues: () => connectors.forEach((connector) => connector.sample('Trigger')),
      SignChargePointCertificate: () => void this.certificates.csr().then((csr) => tell('SignCertificate', { csr })),
      StatusNotification: () => connectors.forEach(tellStatus),
    };
    return Object.hasOwn(messages, message) ? messages[message] : undefined;
  }
}
