/** True if a text has the form of a station's id. Others need no query. */
export function isStationId(text: string): boolean {
  return /^[\w.-]{1,100}$/.test(text);
}

/** True if a text has the form of a charge box identity: 1 to 48 characters that need no escaping in a URL. */
export function isChargePointId(text: string): boolean {
  return /^[\w.:*-]{1,48}$/.test(text);
}
