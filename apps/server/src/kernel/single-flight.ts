import { endTurn } from './fair-scheduler.ts';

/** Runs one task at a time for each key. Callers who ask while it runs get its result. */
export function singleFlight<K, T>(): (key: K, run: () => Promise<T>) => Promise<T> {
  const flights = new Map<K, Promise<T>>();
  return (key, run) => {
    const underWay = flights.get(key);
    if (underWay) {
      endTurn();
      return underWay;
    }
    const flight = run().finally(() => flights.delete(key));
    flights.set(key, flight);
    return flight;
  };
}
