import { formatRupees } from '@bijli/ui/format/money';
import type { Messages } from '#messages/messages.ts';

/** Why a start came to nothing, and what becomes of the money that was held for it. */
export function startFailureText(
  reason: string | null | undefined,
  heldRupees: number | undefined,
  { startFailed, heldBack }: Messages['charging'],
): string {
  const why = reason ?? startFailed;
  return heldRupees ? `${why} ${heldBack(formatRupees(heldRupees))}` : why;
}
