import { createHmac } from 'node:crypto';
import { isSameText } from '#kernel/ids.ts';

export interface ChecksumInput {
  txnId: string;
  amountPaise: number;
  driverId: number;
}

/** The checksum that the driver's browser must return with its answer, so that nobody answers for another's payment. */
export function checksumOf({ txnId, amountPaise, driverId }: ChecksumInput, secret: string): string {
  return createHmac('sha256', secret).update(`${txnId}|${amountPaise}|${driverId}`).digest('hex');
}

export function isChecksumRight(started: ChecksumInput, secret: string, checksum: string): boolean {
  return isSameText(checksum, checksumOf(started, secret));
}
