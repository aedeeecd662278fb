import { currentOfType } from '#modules/network/index.ts';
import { dataFile } from './data-file.ts';

/** A charge point of the demo network that a simulator brings online. */
export interface FleetChargePoint {
  id: string;
  password: string;
  vendor: string;
  model: string;
  connectors: { number: number; type: string; current: 'AC' | 'DC'; maxPowerW: number }[];
}

interface DemoNetwork {
  stations: {
    chargers: {
      id: string;
      vendor: string;
      model: string;
      current: 'AC' | 'DC';
      fleet?: boolean;
      connectors: { number: number; type: string; maxKW: number }[];
    }[];
  }[];
}

/** What the demo's simulated charge points prove themselves with: known to everybody, like all of the demo. */
export function demoSecret(chargePointId: string): string {
  return `demo-${chargePointId}`;
}

/** The charge points of the demo network that a simulator brings online, as it starts them. */
export function fleetOf(): FleetChargePoint[] {
  const { stations } = JSON.parse(dataFile('demo-stations.json')) as DemoNetwork;
  return stations
    .flatMap(({ chargers }) => chargers.filter(({ fleet }) => fleet))
    .map(({ id, vendor, model, current, connectors }) => ({
      id,
      vendor,
      model,
      password: demoSecret(id),
      connectors: connectors.map(({ number, type, maxKW }) => ({
        number,
        type,
        current: currentOfType(type) ?? current,
        maxPowerW: Math.round(maxKW * 1e3),
      })),
    }));
}
