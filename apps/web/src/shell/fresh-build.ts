/** Kept for the tab: the page was loaded anew for this build already. */
const KEY = 'reloaded-for';

/**
 * Loads the page once more when a piece of it is gone, as after a deployment under an open tab. Not while the server does
 * not answer: a page that is there is worth more than none.
 */
export function reloadWhenStale(): void {
  addEventListener('vite:preloadError', () => void reloadIfReplaced());
}

async function reloadIfReplaced(): Promise<void> {
  const build = await currentBuild();
  if (build === undefined || sessionStorage.getItem(KEY) === build) return;
  sessionStorage.setItem(KEY, build);
  location.reload();
}

/** The script that the page would load now; undefined when the server does not tell. */
async function currentBuild(): Promise<string | undefined> {
  try {
    const answer = await fetch('/', { headers: { accept: 'text/html' }, cache: 'no-store' });
    return answer.ok ? /assets\/index-[\w-]+\.js/.exec(await answer.text())?.[0] : undefined;
  } catch (error) {
    console.warn('The server was not asked for its build', error);
    return undefined;
  }
}
