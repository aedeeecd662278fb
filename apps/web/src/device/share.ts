/** Hands a link to the device's share sheet, or to the clipboard. Answers how; `undefined` when the driver changed his mind. */
export async function share(title: string, url: string): Promise<'shared' | 'copied' | undefined> {
  try {
    if ('share' in navigator) {
      await navigator.share({ title, url });
      return 'shared';
    }
    await (navigator as Navigator).clipboard.writeText(url);
    return 'copied';
  } catch (error) {
    console.warn('The link was not shared', error);
    return undefined;
  }
}
