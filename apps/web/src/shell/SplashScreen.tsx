import { useMessages } from '#messages/messages.ts';

/** Shown while the code of a screen loads. `index.html` shows the same while the app itself loads. */
export function SplashScreen() {
  const messages = useMessages();
  return (
    <main className="splash" aria-busy>
      <img src="/brand/favicon.svg" width={64} height={64} alt={messages.common.loading} />
    </main>
  );
}
