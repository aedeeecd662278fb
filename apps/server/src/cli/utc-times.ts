/** The date in UTC, such as `2027-03-31`. */
export function utcDay(at: Date): string {
  return at.toISOString().slice(0, 10);
}

/** Such as `2027-03-31T18:00Z`. */
export function utcMinute(at: Date): string {
  return `${at.toISOString().slice(0, 16)}Z`;
}

/** Such as `2027-03-31 18:00`, for lists that people read. */
export function plainMinute(at: Date): string {
  return at.toISOString().slice(0, 16).replace('T', ' ');
}

/** Such as `2027-03-31T18:00:07Z`. */
export function utcSecond(at: Date): string {
  return `${at.toISOString().slice(0, 19)}Z`;
}
