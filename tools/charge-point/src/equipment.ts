import type { ChargePointActions } from '@bijli/ocpp/messages';
import { Certificates } from './certificates.ts';
import { ChargingProfiles, type Charging } from './charging-profiles.ts';
import type { Clock, Timers } from './clock.ts';
import type { Connector } from './connector.ts';
import { LocalList } from './local-list.ts';
import { LongTasks } from './long-tasks.ts';
import { Reservations } from './reservations.ts';

const PHASES = 3;
const PHASE_V = 230;

interface EquipmentOptions {
  /** The identity of the charge point. */
  name: string;
  clock: Clock;
  timers: Timers;
  find: (connectorId: number) => Connector | undefined;
  /** Returns the numbers of its connectors. */
  numbers: () => number[];
  /** The power of the strongest connector, in W. */
  maxPowerW: number;
  tell: <A extends keyof ChargePointActions>(action: A, request: ChargePointActions[A]['request']) => void;
  tellStatus: (connector: Connector) => void;
  boot: () => void;
  restart: () => void;
}

/** The parts of a charge point other than its connectors: what the central system can store in it or make it do. */
export class Equipment {
  readonly certificates: Certificates;
  readonly localList = new LocalList();
  readonly tasks: LongTasks;
  readonly profiles: ChargingProfiles;
  readonly reservations: Reservations;
  readonly #options: EquipmentOptions;

  constructor(options: EquipmentOptions) {
    this.#options = options;
    const { name, clock, timers, find, numbers, maxPowerW, tell, restart } = options;
    this.certificates = new Certificates(name);
    const voltageV = PHASES * PHASE_V;
    this.tasks = new LongTasks({ timers, tell, restart });
    this.profiles = new ChargingProfiles({ maxA: maxPowerW / voltageV, voltageV });
    const later = (ms: number, task: () => void): void => timers.later(ms, task);
    this.reservations = new Reservations({ find, numbers, later, now: () => clock.now() });
  }

  /** Creates a file of its own notes, such as diagnostics. */
  notes(name: string): { name: string; content: Buffer } {
    const { name: id, clock } = this.#options;
    const line = `${clock.now().toISOString()} ${id} list of tags ${this.localList.version}\n`;
    return { name, content: Buffer.from(line.repeat(200)) };
  }

  now(): Date {
    return this.#options.clock.now();
  }

  /**
   * The transaction at a connector. Undefined for connector 0 and an idle one, and null when there is no such
   * connector.
   */
  charging(connectorId: number): Charging | undefined | null {
    const connector = this.#options.find(connectorId);
    if (!connector) return connectorId === 0 ? undefined : null;
    const { transaction } = connector;
    return transaction && { transactionId: transaction.id, startedAt: transaction.startedAt };
  }

  /** Highest power that a connector may deliver now, in W. */
  limitW(connectorId: number): number {
    return this.profiles.limitAtW(connectorId, this.now(), this.charging(connectorId) ?? undefined);
  }

  /** Returns the task that sends a triggered message of the equipment. Undefined for messages that it does not know. */
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
