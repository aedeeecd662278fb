import type { Database } from '#db/database.ts';
import { batchesOf } from '#kernel/batches.ts';
import { hashOf } from '#kernel/ids.ts';
import { incrementRevision } from '../network.store.ts';
import { parseBijliRow } from './bijli-form.ts';
import * as store from './import.store.ts';
import { parseCleanedRow, parseRawRow } from './open-charge-map.ts';
import { RowProblem, type ImportedStation } from './row.ts';

/** Number of stations in one transaction. */
const STATIONS_BATCH_SIZE = 200;
/** Raise this when rows are read in another way, so that unchanged files are imported again. */
const READING = 1;

export interface ImportOptions {
  /** Checks everything and writes nothing. */
  isDryRun?: boolean;
  onProgress?: (done: number, total: number) => void;
  /**
   * Returns the secret of a charge point marked `fleet`, which the demo's simulator knows. Without this function such
   * charge points get none.
   */
  fleetSecret?: (chargePointId: string) => string;
}

export interface ImportSummary {
  total: number;
  added: number;
  changed: number;
  unchanged: number;
  refused: RefusedRow[];
}

export interface RefusedRow {
  /** Position in the file, from 1. */
  row: number;
  /** The row's id. Empty if it has none. */
  id: string;
  problem: string;
}

/** A valid row. */
interface ReadableRow {
  row: number;
  station: ImportedStation;
  hash: string;
}

/**
 * Imports stations from a file in our own form or in either form of Open Charge Map. The form is detected row by row.
 * An invalid row is refused as a whole, and the others are imported. Importing the same file again changes nothing.
 * Charge points that were registered here stay as they are. Throws an Error with a sentence if the file is not a list
 * of stations.
 */
export async function importStations(
  database: Database,
  now: Date,
  contents: unknown,
  options: ImportOptions = {},
): Promise<ImportSummary> {
  const { rows, isDemo } = rowsIn(contents);
  const { readable, refused } = parseRows(rows, isDemo);
  const summary: ImportSummary = { total: rows.length, added: 0, changed: 0, unchanged: 0, refused };
  let takenCount = 0;
  for (const batch of batchesOf(readable, STATIONS_BATCH_SIZE)) {
    await importBatch(batch);
    takenCount += batch.length;
    options.onProgress?.(takenCount, readable.length);
  }
  if (!options.isDryRun && summary.added + summary.changed > 0) await incrementRevision(database);
  summary.refused.sort((a, b) => a.row - b.row);
  return summary;

  async function importBatch(batch: ReadableRow[]): Promise<void> {
    await database.transaction(async (tx) => {
      const hashes = await store.listImportHashes(
        tx,
        batch.map(({ station }) => station.id),
      );
      const owners = await store.listStationsOfChargePoints(
        tx,
        batch.flatMap(({ station }) => station.chargers.map(({ id }) => id)),
      );
      const rowsToSave: ReadableRow[] = [];
      for (const entry of batch) {
        const { station, hash } = entry;
        const before = hashes.get(station.id);
        const foreign = station.chargers.find(({ id }) => (owners.get(id) ?? station.id) !== station.id);
        if (foreign) {
          const problem = `charger ${foreign.id}: it belongs to station ${owners.get(foreign.id)}`;
          refused.push({ row: entry.row, id: station.id, problem });
        } else if (before === hash) summary.unchanged += 1;
        else {
          rowsToSave.push(entry);
          if (before === undefined) summary.added += 1;
          else summary.changed += 1;
        }
      }
      if (options.isDryRun || rowsToSave.length === 0) return;
      const stations = rowsToSave.map(({ station }) => station);
      await store.saveStations(tx, rowsToSave, now);
      await store.saveTariffs(tx, stations, now);
      await store.saveChargePoints(tx, stations, options.fleetSecret);
    });
  }
}

function rowsIn(contents: unknown): { rows: unknown[]; isDemo: boolean } {
  const { stations, meta } = Array.isArray(contents) ? { stations: contents, meta: undefined } : Object(contents);
  if (!Array.isArray(stations)) {
    throw new Error(
      'This is no list of stations: it must be a JSON array, or an object with an array named "stations".',
    );
  }
  return { rows: stations, isDemo: Object(meta).demo === true };
}

/** Reads the rows one by one. A station or charge point that occurs twice is refused. */
function parseRows(rows: unknown[], isDemo: boolean): { readable: ReadableRow[]; refused: RefusedRow[] } {
  const readable: ReadableRow[] = [];
  const refused: RefusedRow[] = [];
  const stationRow = new Map<string, number>();
  const chargePointRow = new Map<string, number>();
  for (const [index, value] of rows.entries()) {
    const row = index + 1;
    try {
      const station = parseRowOfAnyForm(value, isDemo);
      const same = stationRow.get(station.id);
      if (same !== undefined) throw new RowProblem(`id: row ${same} has it too`);
      const shared = station.chargers.find(({ id }) => chargePointRow.has(id));
      if (shared) throw new RowProblem(`charger ${shared.id}: row ${chargePointRow.get(shared.id)} has it too`);
      stationRow.set(station.id, row);
      for (const { id } of station.chargers) chargePointRow.set(id, row);
      readable.push({ row, station, hash: hashOf(JSON.stringify([READING, station])) });
    } catch (error) {
      if (!(error instanceof RowProblem)) throw error;
      refused.push({ row, id: idIn(value), problem: error.message });
    }
  }
  return { readable, refused };
}

function parseRowOfAnyForm(value: unknown, isDemo: boolean): ImportedStation {
  const row = Object(value) as Record<string, unknown>;
  if ('AddressInfo' in row) return parseRawRow(value);
  if ('chargers' in row) return parseBijliRow(value, isDemo);
  if ('connectors' in row) return parseCleanedRow(value);
  throw new RowProblem('it is in no known form: none of "chargers", "connectors" and "AddressInfo" is there');
}

function idIn(value: unknown): string {
  const { id, ID } = Object(value) as Record<string, unknown>;
  return String(id ?? ID ?? '');
}
