/** A link, or words where there is no page that others may open. */
type Shared = { title: string; url: string } | { title: string; text: string };

/** Hands it to the device's share sheet, else to the clipboard. Answers how; `undefined` when the driver changed his mind. */
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
