import { MINUTE_MS } from '#device/durations.ts';
/** Longer than a browser needs to start saving. */
const FILE_TTL_MS = MINUTE_MS;

/** Gives a file to the browser, which saves it under its name or asks where to. */
export function saveFile(file: Blob, name: string): void {
  const address = URL.createObjectURL(file);
  const link = document.createElement('a');
  link.href = address;
  link.download = name;
  link.click();
  setTimeout(() => URL.revokeObjectURL(address), FILE_TTL_MS);
}
