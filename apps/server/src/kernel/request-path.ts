/** The scheme and host of a request target, which some modems put before the path (RFC 9112, section 3.2.2). */
const BEFORE_PATH = /^(?:https?|wss?):\/\/[^/?]+/i;

/** Path and query of a request target, also if that is a whole URL. */
export function requestPath(target = ''): string {
  return target.replace(BEFORE_PATH, '');
}
