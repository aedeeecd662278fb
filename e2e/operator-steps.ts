import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { ChargePoint } from '@bijli/charge-point/charge-point';
import type { Clock } from '@bijli/charge-point/clock';
import { run } from '@bijli/server/cli/run';

const SECRET = 'a-journey-secret';

export interface RunningStack {
  url: string;
  dataDir: string;
}

/** Runs a command of `bijli` on a stack's database. A process of its own would take two seconds to start. */
export async function bijli({ dataDir }: RunningStack, ...args: string[]): Promise<void> {
  let said = '';
  const hear = (text: string): void => void (said += text);
  const env = { ...process.env, DATA_DIR: dataDir };
  const code = await run(args, { env, out: hear, err: hear, isInteractive: false });
  if (code !== 0) throw new Error(`bijli ${args.join(' ')} failed: ${said}`);
}

interface OwnChargePoint {
  stationId: string;
  id: string;
  /** The name that drivers see, by default the id. */
  name?: string;
  /** The charge point's clock, by default the machine's. */
  clock?: Clock;
}

/** Connects a charge point for one test at a station, with one CCS2 connector of 120 kW at 20 rupees per kWh. */
export async function connectChargePoint(stack: RunningStack, own: OwnChargePoint): Promise<ChargePoint> {
  const { stationId, id, name = id, clock } = own;
  const what = ['--station', stationId, '--id', id, '--name', name, '--connector', 'CCS2:120'];
  await bijli(stack, 'chargers', 'register', ...what, '--price', '20', '--secret', SECRET);
  const chargePoint = new ChargePoint({
    id,
    url: `${stack.url.replace('http', 'ws')}/ocpp`,
    password: SECRET,
    vendor: 'Journey',
    model: 'J120',
    connectors: [{ number: 1, type: 'CCS2', current: 'DC', maxPowerW: 120_000 }],
    ...(clock && { clock }),
  });
  await chargePoint.connect();
  return chargePoint;
}

interface OwnStation {
  id: string;
  name: string;
  lat: number;
  lng: number;
}

/** Adds stations for one test in Bengaluru, without charge points. */
export async function importStations(stack: RunningStack, stations: OwnStation[]): Promise<void> {
  const file = join(mkdtempSync(join(tmpdir(), 'bijli-stations-')), 'stations.json');
  const rows = stations.map((one) => ({
    ...one,
    address: `${one.name}, Bengaluru (demo address)`,
    city: 'Bengaluru',
    state: 'Karnataka',
    pincode: '560032',
    access: 'public',
    network: 'Bijli',
    openHours: '24x7',
    amenities: ['parking', 'cafe'],
    autocharge: false,
    tariff: [],
    chargers: [],
  }));
  writeFileSync(file, JSON.stringify({ stations: rows }));
  await bijli(stack, 'stations', 'import', file);
  rmSync(dirname(file), { recursive: true });
}
