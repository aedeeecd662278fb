const YEAR_SECONDS = 31_536_000;

/** Cookies are for what a device keeps after sign-out, which empties the storages but not the cookies. */
export function readCookie(name: string): string | undefined {
  // The Cookie Store API is missing in Firefox.
  const found = document.cookie.split('; ').find((cookie) => cookie.startsWith(`${name}=`));
  return found?.slice(name.length + 1);
}

/** Keeps a value of plain letters for a year. */
export function keepCookie(name: string, value: string): void {
  document.cookie = `${name}=${value}; path=/; max-age=${YEAR_SECONDS}; samesite=lax`;
}

export function deleteCookie(name: string): void {
  document.cookie = `${name}=; path=/; max-age=0`;
}
