/** Whether a text may be a station's id; others are not worth asking the database for. */
export function isStationId(text: string): boolean {
  return /^[\w.-]{1,100}$/.test(text);
}

/** Whether a text may be a charge box identity: 1 to 48 characters that stand in an address as they are. */
export function isChargePointId(text: string): boolean {
  return /^[\w.:*-]{1,48}$/.test(text);
}
