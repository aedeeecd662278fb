import { useMessages } from '#messages/messages.ts';

/** While a screen is on its way; the page shows the same while the app itself is. */
export function Opening() {
  const messages = useMessages();
  return (
    <main className="opening" aria-busy>
      <img src="/brand/favicon.svg" width={64} height={64} alt={messages.common.loading} />
    </main>
  );
}
