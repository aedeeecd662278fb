const YEAR_SECONDS = 31_536_000;

/** Cookies are for what a device keeps after sign-out, which empties the storages but not the cookies. */
export function readCookie(name: string): string | undefined {
  // The Cookie Store API is missing in Firefox.
  const found = document.cookie.split('; ').find((cookie) => cookie.startsWith(`${name}=`));
  return found?.slice(name.length + 1);
}

/** Keeps a value of plain letters for a year. Undefined deletes it. */
export function keepCookie(name: string, value: string | undefined): void {
  document.cookie = `${name}=${value ?? ''}; path=/; max-age=${value === undefined ? 0 : YEAR_SECONDS}; samesite=lax`;
}
