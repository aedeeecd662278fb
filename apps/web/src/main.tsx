import '@bijli/ui/base.css';
import { QueryClientProvider } from '@tanstack/react-query';
import { lazy, startTransition, StrictMode, Suspense } from 'react';
import { createRoot } from 'react-dom/client';
import { BrowserRouter } from 'react-router';
import { letBackCloseSheets } from '@bijli/ui/use-back-closes';
import { useIdle } from './device/idle.ts';
import { storedUser } from './device/stored-user.ts';
import { fetchHome } from './fetch-ahead.ts';
import { startMessages, useMessages } from './messages/messages.ts';
import { AppRoutes } from './routes.tsx';
import { reloadOnDriverChange } from './shell/driver-change.ts';
import { ErrorBoundary } from './shell/ErrorScreen.tsx';
import { useNewerBuild, watchBuilds } from './shell/newer-build.ts';
import { createQueryClient } from './shell/query-client.ts';

const root = document.getElementById('app');
if (!root) throw new Error('index.html has no #app');
const queries = createQueryClient();
const Toasts = lazy(async () => ({ default: (await import('@bijli/ui/Toasts')).Toasts }));
const NewerBuildNotice = lazy(() => import('./shell/NewerBuildNotice.tsx'));

/** Another language renders everything again, so that formats without messages follow it too. */
function App() {
  const { common } = useMessages();
  const isNewer = useNewerBuild();
  const isIdle = useIdle();
  return (
    <QueryClientProvider client={queries}>
      <BrowserRouter>
        <ErrorBoundary>
          <AppRoutes />
        </ErrorBoundary>
        {isNewer && (
          <Suspense>
            <NewerBuildNotice />
          </Suspense>
        )}
      </BrowserRouter>
      {isIdle && (
        <Suspense>
          <Toasts label={common.notices} />
        </Suspense>
      )}
    </QueryClientProvider>
  );
}

/** Loads the map and the stored answers. Without a signed-in driver there are none. */
async function startHome(): Promise<void> {
  if (!storedUser()) return;
  await Promise.all([fetchHome(queries), restoreCopies()]);
}

async function restoreCopies(): Promise<void> {
  try {
    await (await import('./shell/offline-copies.ts')).restoreCopies(queries);
  } catch (error) {
    console.warn('The offline copies were not read', error);
  }
}

async function start(target: HTMLElement): Promise<void> {
  await Promise.all([startMessages(), startHome()]);
  // Rendered in slices, so that the page reacts to the driver in between.
  startTransition(() =>
    createRoot(target).render(
      <StrictMode>
        <App />
      </StrictMode>,
    ),
  );
}

letBackCloseSheets();
watchBuilds();
reloadOnDriverChange();
// Not awaited at the top level: chunks that it loads import this one, and would wait for it.
void start(root);
