/** A link, or words where there is no page that others may open. */
type Shared = { title: string; url: string } | { title: string; text: string };

/** Hands it to the device's share sheet, or to the clipboard. Answers how; `undefined` when the driver changed his mind. */
export async function share(what: Shared): Promise<'shared' | 'copied' | undefined> {
  try {
    if ('share' in navigator) {
      await navigator.share(what);
      return 'shared';
    }
    await (navigator as Navigator).clipboard.writeText('url' in what ? what.url : what.text);
    return 'copied';
  } catch (error) {
    console.warn('Nothing was shared', error);
    return undefined;
  }
}
