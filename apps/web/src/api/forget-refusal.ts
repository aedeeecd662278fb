/**
 * Forgets why a request was refused, once something else is typed. A request under way is not forgotten, because its
 * answer would then reach nobody.
 */
export function forgetRefusal({ isPending, reset }: { isPending: boolean; reset: () => void }): void {
  if (!isPending) reset();
}
