import { createHmac } from 'node:crypto';
import { isSameText } from '#kernel/ids.ts';

export interface ChecksumInput {
  txnId: string;
  amountPaise: number;
  driverId: number;
}

/** What the browser hands back with its answer, so that nobody answers for a payment that is not theirs. */
export function checksumOf({ txnId, amountPaise, driverId }: ChecksumInput, secret: string): string {
  return createHmac('sha256', secret).update(`${txnId}|${amountPaise}|${driverId}`).digest('hex');
}

export function isChecksumRight(started: ChecksumInput, secret: string, checksum: string): boolean {
  return isSameText(checksum, checksumOf(started, secret));
}
