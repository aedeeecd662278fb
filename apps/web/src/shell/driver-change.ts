import { isOfAnotherDriver } from '#device/stored-user.ts';

/**
 * What a page holds is of one driver: it is loaded anew when another tab signs out or signs in, and is not shown again by
 * going back to it after that.
 */
export function reloadOnDriverChange(): void {
  const check = () => isOfAnotherDriver() && location.reload();
  addEventListener('storage', check);
  addEventListener('pageshow', ({ persisted }) => persisted && check());
}
