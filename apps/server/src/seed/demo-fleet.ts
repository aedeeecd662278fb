import type { Config } from '#config/config.ts';
import { currentOfType } from '#modules/network/index.ts';
import { dataFile } from './data-file.ts';

/**
 * Which charge points of the demo network the simulator connects: all, those of 60 stations all over India, or none.
 */
export type DemoFleet = Config['demoFleet'];

/** What the simulator needs to start a charge point of the demo network. */
export interface FleetChargePoint {
  id: string;
  password: string;
  vendor: string;
  model: string;
  connectors: { number: number; type: string; current: 'AC' | 'DC'; maxPowerW: number }[];
}

interface DemoNetwork {
  stations: {
    city: string;
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

/** The secret that a simulated charge point of the demo connects with. Like everything in the demo, it is public. */
export function demoSecret(chargePointId: string): string {
  return `demo-${chargePointId}`;
}

/**
 * The ids of the demo network's charge points in a city. The city's name must be spelt exactly, apart from capitals.
 */
export function demoChargePointsIn(city: string): string[] {
  const { stations } = JSON.parse(dataFile('demo-stations.json')) as DemoNetwork;
  const lowerCity = city.toLocaleLowerCase('en');
  return stations
    .filter((station) => station.city.toLocaleLowerCase('en') === lowerCity)
    .flatMap(({ chargers }) => chargers.map(({ id }) => id));
}

/** The charge points of the demo network that the simulator connects. */
export function fleetOf(which: DemoFleet = 'small'): FleetChargePoint[] {
  if (which === 'none') return [];
  const { stations } = JSON.parse(dataFile('demo-stations.json')) as DemoNetwork;
  return stations
    .flatMap(({ chargers }) => chargers.filter(({ fleet }) => which === 'whole' || fleet))
    .map(({ id, vendor, model, current, connectors }) => ({
      id,
      vendor,
      model,
      password: demoSecret(id),
      connectors: connectors.map(({ number, type, maxKW }) => ({
        number,
        type,
        current: currentOfType(type) ?? current,
        maxPowerW: Math.round(maxKW * 1000),
      })),
    }));
}
