import { createWriteStream } from 'node:fs';
import { finished } from 'node:stream/promises';
import type { ChargePoint } from './charge-point.ts';
import type { Sample } from './connector.ts';

/**
 * Appends a charge point's samples to a file, one JSON object a line: a `Sample` with the charge point's id. A sample
 * of a session is written when its transaction has an id.
 * Returns a function that closes the file and resolves when all is written.
 */
export function writeMeterLog(chargePoint: ChargePoint, file: string): () => Promise<void> {
  const out = createWriteStream(file, { flags: 'a' });
  let held: Sample[] = [];
  const write = (sample: Sample): void => {
    out.write(`${JSON.stringify({ chargePointId: chargePoint.id, ...sample })}\n`);
  };
  chargePoint.on('sample', (sample) => {
    const isCharging = chargePoint.connector(sample.connector).transaction !== undefined;
    if (isCharging && sample.transactionId === undefined) held.push(sample);
    else write(sample);
  });
  chargePoint.on('transactionStarted', () => {
    const ready = held.filter(({ transactionId }) => transactionId !== undefined);
    held = held.filter(({ transactionId }) => transactionId === undefined);
    ready.forEach(write);
  });
  return async () => {
    held.forEach(write);
    out.end();
    await finished(out);
  };
}
