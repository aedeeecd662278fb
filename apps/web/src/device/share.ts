import { saveFile } from './save-file.ts';

/** A link, or a text when there is no page that others may open. */
type Shared = { title: string; url: string } | { title: string; text: string };

const canShareFiles = (files: File[]): boolean => 'canShare' in navigator && navigator.canShare({ files });

/** Whether the device's share sheet takes a PDF. */
export const canSharePdfs = (): boolean => canShareFiles([new File([''], 'a.pdf', { type: 'application/pdf' })]);

/**
 * Shares a file and words with the device's share sheet, or saves the file. Resolves with what was done, or undefined
 * when the driver cancelled.
 */
export async function shareFile(
  file: File,
  words: { title: string; text: string },
): Promise<'shared' | 'saved' | undefined> {
  if (canShareFiles([file])) {
    try {
      await navigator.share({ files: [file], ...words });
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
