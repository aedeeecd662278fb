import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, readFileSync } from 'node:fs';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import type { FleetChargePoint } from '@bijli/server/seed/demo-fleet';

const CLI = fileURLToPath(import.meta.resolve('@bijli/charge-point/cli'));

/** A line of a charge point's journal. */
export interface MeterLine {
  at: string;
  context: string;
  registerWh: number;
  transactionId: number;
}

/** A simulated charge point in its own process, with a car at its first connector. It lives on when the server ends. */
export interface ChargePointProcess {
  /** Types a command, such as `drop`, `back` or `stop`. */
  type(command: string): void;
  /** Resolves when it has printed a matching line since the last command. */
  said(pattern: RegExp): Promise<void>;
  /** The readings of its meter, oldest first. */
  journal(): MeterLine[];
  /** Ends it properly. */
  quit(): Promise<void>;
}

/** Starts one. Its journal is written to `journal`. It tries every second until the server at `url` answers. */
export function startChargePoint(url: string, chargePoint: FleetChargePoint, journal: string): ChargePointProcess {
  const address = [
    '--url',
    `${url.replace('http', 'ws')}/ocpp`,
    '--id',
    chargePoint.id,
    '--password',
    chargePoint.password,
  ];
  const connectors = chargePoint.connectors.flatMap(({ number, type, maxPowerW }) => [
    '--connector',
    `${number}:${type}:${maxPowerW / 1000}`,
  ]);
  const more = ['--plug', '1', '--reconnect', '1', '--journal', journal];
  const child = spawn(process.execPath, [CLI, ...address, ...connectors, ...more], {
    stdio: ['pipe', 'pipe', 'inherit'],
  });
  let heard: string[] = [];
  const lines = createInterface({ input: child.stdout });
  lines.on('line', (line) => heard.push(line));

  return {
    type(command) {
      heard = [];
      child.stdin.write(`${command}\n`);
    },

    async said(pattern) {
      while (!heard.some((line) => pattern.test(line))) await once(lines, 'line');
    },

    journal() {
      if (!existsSync(journal)) return [];
      const written = readFileSync(journal, 'utf8').split('\n').slice(0, -1);
      return written.map((line) => JSON.parse(line) as MeterLine);
    },

    async quit() {
      if (child.exitCode !== null || child.signalCode !== null) return;
      const ended = once(child, 'exit');
      child.stdin.end();
      await ended;
    },
  };
}
