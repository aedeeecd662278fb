/**
 * Whole columns as PostgreSQL arrays in binary form, for statements that write many rows with `unnest`. The driver
 * sends a Buffer unchanged. It would turn an array into text, which PostgreSQL must parse again; that is half the cost
 * of such a statement. A value of `null` is SQL's null.
 */

type Values<T> = readonly (T | null)[];

/** Dimensions, null flag, element type, length, lower bound; then each element after its length. */
const HEADER_BYTES = 20;
const LENGTH_BYTES = 4;
const NULL_LENGTH = -1;
const OID = { bigint: 20, int: 23, text: 25, float8: 701, timestamptz: 1184 };
/** PostgreSQL counts microseconds from here. */
const EPOCH_MS = Date.UTC(2000, 0, 1);
const HALF = 2 ** 32;

export function ints(values: Values<number>): Buffer {
  return column(OID.int, values, 4, (view, offset, value) => view.setInt32(offset, value));
}

export function bigints(values: Values<number>): Buffer {
  return column(OID.bigint, values, 8, setInt64);
}

export function floats(values: Values<number>): Buffer {
  return column(OID.float8, values, 8, (view, offset, value) => view.setFloat64(offset, value));
}

export function timestamps(values: Values<Date>): Buffer {
  return column(OID.timestamptz, values, 8, (view, offset, value) =>
    setInt64(view, offset, (value.getTime() - EPOCH_MS) * 1000),
  );
}

export function texts(values: Values<string>): Buffer {
  const sizes = values.map((value) => (value === null ? NULL_LENGTH : Buffer.byteLength(value)));
  const bytes = sizes.reduce((sum, size) => sum + LENGTH_BYTES + Math.max(0, size), HEADER_BYTES);
  const { buffer, view } = begin(OID.text, values.length, bytes);
  let offset = HEADER_BYTES;
  values.forEach((value, index) => {
    const size = sizes[index] ?? 0;
    view.setInt32(offset, size);
    offset += LENGTH_BYTES;
    if (value === null) return;
    buffer.write(value, offset, size);
    offset += size;
  });
  return buffer;
}

function column<T>(
  oid: number,
  values: Values<T>,
  size: number,
  set: (view: DataView, offset: number, value: T) => void,
): Buffer {
  const nulls = values.reduce<number>((sum, value) => (value === null ? sum + 1 : sum), 0);
  const { buffer, view } = begin(
    oid,
    values.length,
    HEADER_BYTES + values.length * (LENGTH_BYTES + size) - nulls * size,
  );
  let offset = HEADER_BYTES;
  for (const value of values) {
    view.setInt32(offset, value === null ? NULL_LENGTH : size);
    offset += LENGTH_BYTES;
    if (value === null) continue;
    set(view, offset, value);
    offset += size;
  }
  return buffer;
}

function begin(oid: number, length: number, bytes: number): { buffer: Buffer; view: DataView } {
  const buffer = Buffer.allocUnsafe(bytes);
  const view = new DataView(buffer.buffer, buffer.byteOffset, bytes);
  view.setInt32(0, 1);
  view.setInt32(4, 1);
  view.setInt32(8, oid);
  view.setInt32(12, length);
  view.setInt32(16, 1);
  return { buffer, view };
}

/** Whole numbers up to 2^53, in two halves: a BigInt for each would cost more than the rest. */
function setInt64(view: DataView, offset: number, value: number): void {
  view.setInt32(offset, Math.floor(value / HALF));
  view.setUint32(offset + 4, value % HALF);
}
