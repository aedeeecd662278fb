import { EventEmitter, once } from 'node:events';
import { readFileSync } from 'node:fs';
import { createInterface } from 'node:readline';
import { parseArgs } from 'node:util';
import type { Car } from './car.ts';
import { ChargePoint } from './charge-point.ts';
import type { ConnectorSpec } from './connector.ts';
import { writeMeterLog } from './meter-log.ts';
import { QUIRK_FORMS, parseQuirks } from './quirks.ts';
import { runScenario, parseScenario } from './scenario.ts';

const HELP = `A simulated charge point for any OCPP 1.6J central system.

  npm run charge-point -- --url ws://127.0.0.1:3000/ocpp --id DEMO-1 --password secret

  --url URL          the address of the central system without the id; wss:// for TLS (security profiles 2 and 3)
  --id ID            the charge point's id
  --password TEXT    its secret (security profiles 1 and 2)
  --authorities FILE   root certificates of the central system, PEM; by default those of the machine
  --certificate FILE, --key FILE   its own certificate (security profile 3), PEM; the central system may sign a new one
  --connector N:TYPE:KW   a connector, repeatable; AC for Type2 and sockets, DC for the rest
                     (default 1:CCS2:120)
  --vendor, --model  vendor and model in BootNotification (default Bijli, Simulator)
  --car-battery KWH  the car's battery (default 60)
  --car-power KW     the car's maximum power (default 150)
  --soc PERCENT      the car's state of charge (default 34)
  --plug N           plugs the car into connector N at once
  --quirk NAME[=VALUE]   a difference from OCPP 1.6, repeatable:
                     ${QUIRK_FORMS.join('\n                     ')}
  --reconnect SECONDS   the maximum wait between two attempts to connect (default 10)
  --scenario FILE    runs the steps of a file, one on each line: a command as typed, "wait SECONDS", or "until WORDS", which waits
                     until these words are printed. "quit" ends the charge point. A line that begins with # is a comment
  --journal FILE     appends each sample to this file as a line of JSON
  --help

Commands to type: plug [N]  unplug [N]  fault [N]  clear [N]  stop [N]  card TAG [N]  quirk NAME[=VALUE]  drop  back  power  status  quit

Examples
  Two DC connectors, with a car plugged into the first:
    npm run charge-point -- --url ws://127.0.0.1:3000/ocpp --id HUB-7 --password s3cret \\
      --connector 1:CCS2:120 --connector 2:CHAdeMO:50 --plug 1
  A charge point that reports no power and takes a minute to stop (\`power\` makes it lose its power and boot again):
    npm run charge-point -- --url ws://127.0.0.1:3000/ocpp --id ODD-1 --password s3cret \\
      --plug 1 --quirk noPower --quirk overdeliversSeconds=60
  A 7.4 kW AC charge point, whose samples are stored:
    npm run charge-point -- --url ws://127.0.0.1:3000/ocpp --id HOME-1 --password s3cret \\
      --connector 1:Type2:7.4 --journal samples.jsonl
`;

const AC_TYPES = /^(type-?[12]|.*socket.*|bharat-?ac.*|ac)$/i;

/** Lines that were printed since the last one that a scenario waited for, and the waiting scenario's listeners. */
const said: string[] = [];
const more = new EventEmitter();

const { values } = parseArgs({
  options: {
    url: { type: 'string' },
    id: { type: 'string' },
    password: { type: 'string' },
    connector: { type: 'string', multiple: true, default: ['1:CCS2:120'] },
    vendor: { type: 'string', default: 'Bijli' },
    model: { type: 'string', default: 'Simulator' },
    'car-battery': { type: 'string', default: '60' },
    'car-power': { type: 'string', default: '150' },
    soc: { type: 'string', default: '34' },
    plug: { type: 'string' },
    reconnect: { type: 'string', default: '10' },
    journal: { type: 'string' },
    scenario: { type: 'string' },
    authorities: { type: 'string' },
    certificate: { type: 'string' },
    key: { type: 'string' },
    quirk: { type: 'string', multiple: true, default: [] },
    help: { type: 'boolean', default: false },
  },
});

if (values.help) {
  console.log(HELP);
} else if (values.url === undefined || values.id === undefined || !(values.password ?? values.certificate)) {
  console.error('--url, --id and --password (or --certificate and --key) are needed; --help says more.');
  process.exitCode = 2;
} else {
  await run(values.url, values.id);
}

function connectorFrom(text: string): ConnectorSpec {
  const [number, type, kw] = text.split(':');
  if (!number || !type || !kw || !(Number(number) >= 1) || !(Number(kw) > 0)) {
    throw new TypeError(`--connector is N:TYPE:KW, such as 1:CCS2:120, not ${text}`);
  }
  const current = AC_TYPES.test(type) ? 'AC' : 'DC';
  return { number: Number(number), type, maxPowerW: Number(kw) * 1000, current };
}

function carFrom(): Car {
  const maxPowerW = Number(values['car-power']) * 1000;
  return {
    batteryWh: Number(values['car-battery']) * 1000,
    soc: Number(values.soc),
    maxPowerW,
    maxAcPowerW: Math.min(maxPowerW, 11_000),
  };
}

function pemIn(file: string | undefined): string | undefined {
  return file === undefined ? undefined : readFileSync(file, 'utf8');
}

async function run(url: string, id: string): Promise<void> {
  const { vendor, model, password } = values;
  const [chain, key] = [pemIn(values.certificate), pemIn(values.key)];
  if ((chain === undefined) !== (key === undefined))
    throw new TypeError('--certificate needs --key, and --key --certificate.');
  const certificate = chain !== undefined && key !== undefined ? { chain, key } : undefined;
  const authorities = pemIn(values.authorities);
  const steps = values.scenario === undefined ? [] : parseScenario(readFileSync(values.scenario, 'utf8'));
  const connectors = values.connector.map(connectorFrom);
  const first = connectors[0]?.number ?? 1;
  const quirks = parseQuirks(values.quirk);
  const maxReconnectMs = Number(values.reconnect) * 1000;
  const proof = { password, authorities, certificate };
  const chargePoint = new ChargePoint({ id, url, ...proof, vendor, model, connectors, quirks, maxReconnectMs });
  const endJournal = values.journal === undefined ? undefined : writeMeterLog(chargePoint, values.journal);
  tell(chargePoint);

  const commands: Record<string, (words: string[]) => unknown> = {
    plug: ([number]) => chargePoint.plug(Number(number ?? first), carFrom()),
    unplug: ([number]) => chargePoint.unplug(Number(number ?? first)),
    fault: ([number]) => chargePoint.fault(Number(number ?? first)),
    clear: ([number]) => chargePoint.clearFault(Number(number ?? first)),
    stop: ([number]) => chargePoint.stop(Number(number ?? first)),
    card: ([idTag = '', number]) => chargePoint.present(Number(number ?? first), idTag),
    quirk: (texts) => Object.assign(quirks, parseQuirks(texts)),
    drop: () => chargePoint.drop(),
    back: () => chargePoint.connect(),
    power: () => chargePoint.losePower(),
    status: () => {
      for (const { number } of connectors) {
        const { status, registerWh } = chargePoint.connector(number);
        say(`connector ${number}: ${status}, register ${registerWh} Wh`);
      }
    },
    quit: () => lines.close(),
  };

  const lines = createInterface({ input: process.stdin });
  async function obey([word = '', ...rest]: string[]): Promise<void> {
    const command = Object.hasOwn(commands, word) ? commands[word] : undefined;
    if (!command) throw new Error(`unknown: ${word}. Try ${Object.keys(commands).join(', ')}`);
    await command(rest);
  }
  lines.on('line', (line) => {
    const words = line.trim().split(/\s+/).filter(Boolean);
    if (words.length > 0) obey(words).catch((error: unknown) => say((error as Error).message));
  });
  lines.on('close', async () => {
    await chargePoint.close();
    await endJournal?.();
    // An open input pipe would keep the process alive.
    process.stdin.destroy();
  });
  process.once('SIGTERM', () => lines.close());
  process.once('SIGINT', () => lines.close());

  if (values.plug !== undefined) chargePoint.plug(Number(values.plug), carFrom());
  const connected = chargePoint.connect({ patient: true });
  await runScenario(steps, { run: obey, says }).catch((error: unknown) => {
    say(`! the scenario failed at ${(error as Error).message}`);
    process.exitCode = 1;
    lines.close();
  });
  await connected;
}

/** Resolves when a line with these words is printed, or has been since the last one that was waited for. */
async function says(words: string, signal: AbortSignal): Promise<void> {
  for (;;) {
    const index = said.findIndex((line) => line.includes(words));
    if (index >= 0) return void said.splice(0, index + 1);
    await once(more, 'line', { signal });
  }
}

function tell(chargePoint: ChargePoint): void {
  chargePoint.on('online', () => say('online'));
  chargePoint.on('offline', () => say('offline'));
  chargePoint.on('status', (number, status) => say(`connector ${number}: ${status}`));
  chargePoint.on('remoteStart', (number, idTag) => say(`connector ${number}: told to start for ${idTag}`));
  chargePoint.on('transactionStarted', ({ connector, id }, isAccepted) =>
    say(`connector ${connector}: transaction ${id} ${isAccepted ? 'accepted' : 'refused'}`),
  );
  chargePoint.on('sample', ({ connector, registerWh, powerW, soc }) => {
    const charge = soc === undefined ? '' : `  ${soc} %`;
    say(`connector ${connector}: ${registerWh} Wh  ${(powerW / 1000).toFixed(1)} kW${charge}`);
  });
  chargePoint.on('transactionStopped', ({ connector, meterStartWh, stopped }) => {
    const taken = ((stopped?.meterStopWh ?? meterStartWh) - meterStartWh) / 1000;
    say(`connector ${connector}: stopped (${stopped?.reason}), ${taken.toFixed(3)} kWh`);
  });
  chargePoint.on('transactionClosed', ({ connector, id }) => say(`connector ${connector}: transaction ${id} closed`));
  chargePoint.on('trouble', (words) => say(`! ${words}`));
}

function say(words: string): void {
  console.log(`${new Date().toISOString().slice(11, 19)}  ${words}`);
  // Without a scenario nobody reads these lines.
  if (values.scenario !== undefined) said.push(words);
  more.emit('line');
}
