import { isOfAnotherDriver } from '#device/stored-user.ts';

/**
 * A page holds the data of one driver. It reloads when another tab signs in or out, and when the browser restores it
 * from its cache after that.
 */
export function reloadOnDriverChange(): void {
  const check = () => isOfAnotherDriver() && location.reload();
  addEventListener('storage', check);
  addEventListener('pageshow', ({ persisted }) => persisted && check());
}
