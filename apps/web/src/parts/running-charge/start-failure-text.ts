import { formatRupees } from '@bijli/ui/format/money';
import type { Messages } from '#messages/messages.ts';

/** Why a start failed, and what happens to the money on hold. */
export function startFailureText(
  reason: string | null | undefined,
  heldRupees: number | undefined,
  { startFailed, heldBack }: Messages['charging'],
): string {
  const why = reason ?? startFailed;
  return heldRupees ? `${why} ${heldBack(formatRupees(heldRupees))}` : why;
}
