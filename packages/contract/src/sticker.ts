/** What a sticker names: a charger, or one of its connectors. */
export interface Sticker {
  charger: string;
  connector?: number;
}

/** What a code on a charger may turn out to hold. */
export type ScannedCode =
  | { kind: 'sticker'; sticker: Sticker }
  /** A page of another site, by its host. */
  | { kind: 'site'; host: string }
  /** Asks for money, as UPI codes do. */
  | { kind: 'payment' }
  | { kind: 'other' };

/** Below it are the addresses that stickers name. */
export const STICKER_PATH = '/c';

/** The path of the address on a sticker. */
export function stickerPath({ charger, connector }: Sticker): string {
  return [STICKER_PATH, encodeURIComponent(charger), ...(connector === undefined ? [] : [connector])].join('/');
}

/** What a scanned or typed text holds: the address on one of our stickers, the number of a charger, or something that is not ours. */
export function readScannedText(text: string, origin: string): ScannedCode {
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

/** What the path of an address names as a sticker. */
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

/** Whether a text may be what stands on a sticker as the charger's number. */
function isNumber(text: string): boolean {
  return /^[\w.:* -]{1,64}$/.test(text) && /[a-z\d]/i.test(text);
}
