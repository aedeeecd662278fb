import { saveFile } from './save-file.ts';

/** A link, or a text when there is no page that others may open. */
type Shared = { title: string; url: string } | { title: string; text: string };

/**
 * Shares a file with the device's share sheet, or saves it. Resolves with what was done, or undefined when the driver
 * cancelled.
 */
export async function shareFile(file: File, title: string): Promise<'shared' | 'saved' | undefined> {
  if ('canShare' in navigator && navigator.canShare({ files: [file] })) {
    try {
      await navigator.share({ files: [file], title });
      return 'shared';
    } catch (error) {
      if (error instanceof Error && error.name === 'AbortError') return undefined;
      console.warn('The device did not share', error);
    }
  }
  saveFile(file, file.name);
  return 'saved';
}

/**
 * Shares with the device's share sheet, or copies to the clipboard. Resolves with what was done, or undefined when the
 * driver cancelled.
 */
export async function share(what: Shared): Promise<'shared' | 'copied' | 'refused' | undefined> {
  if ('share' in navigator) {
    try {
      await navigator.share(what);
      return 'shared';
    } catch (error) {
      if (error instanceof Error && error.name === 'AbortError') return undefined;
      console.warn('The device did not share', error);
    }
  }
  try {
    await (navigator as Navigator).clipboard.writeText('url' in what ? what.url : what.text);
    return 'copied';
  } catch (error) {
    console.warn('Nothing was copied', error);
    return 'refused';
  }
}
