/** A charger, or one of its connectors, as a sticker names it. */
export interface Sticker {
  charger: string;
  connector?: number;
}

/** What a code on a charger can contain. */
export type ScannedCode =
  | { kind: 'sticker'; sticker: Sticker }
  /** A page of another site, with its host. */
  | { kind: 'site'; host: string }
  /** A request for money, such as a UPI code. */
  | { kind: 'payment' }
  | { kind: 'other' };

/** Addresses on stickers are below this path. */
export const STICKER_PATH = '/c';

/** The path of the address on a sticker. */
export function stickerPath({ charger, connector }: Sticker): string {
  return [STICKER_PATH, encodeURIComponent(charger), ...(connector === undefined ? [] : [connector])].join('/');
}

/**
 * Parses a scanned or typed text: the address of one of our stickers, the number of a charger, or something that is not
 * ours.
 */
export function parseScannedText(text: string, origin: string): ScannedCode {
  const code = text.trim();
  if (/^upi:/i.test(code)) return { kind: 'payment' };
  const address = URL.canParse(code) ? new URL(code) : undefined;
  if (address?.protocol === 'https:' || address?.protocol === 'http:') {
    if (address.origin !== origin) return { kind: 'site', host: address.host };
    const sticker = stickerIn(address.pathname);
    return sticker ? { kind: 'sticker', sticker } : { kind: 'other' };
  }
  return isNumber(code) ? { kind: 'sticker', sticker: { charger: code } } : { kind: 'other' };
}

/** Reads a sticker from the path of an address. Undefined if it is none. */
function stickerIn(path: string): Sticker | undefined {
  const [, escaped = '', number] = /^\/c\/([^/]+)(?:\/([1-9]\d?))?\/?$/.exec(path) ?? [];
  const charger = unescaped(escaped);
  if (!isNumber(charger)) return undefined;
  return { charger, ...(number !== undefined && { connector: Number(number) }) };
}

function unescaped(part: string): string {
  try {
    return decodeURIComponent(part);
  } catch {
    return '';
  }
}

/** True if a text may be a charger's number on a sticker. */
function isNumber(text: string): boolean {
  return /^[\w.:* -]{1,64}$/.test(text) && /[a-z\d]/i.test(text);
}
