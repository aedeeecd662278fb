import './ui/base.css';
import { QueryClientProvider } from '@tanstack/react-query';
import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { BrowserRouter } from 'react-router';
import { AppRoutes } from './routes.tsx';
import { ErrorBoundary } from './shell/ErrorScreen.tsx';
import { reloadWhenStale } from './shell/fresh-build.ts';
import { createQueries } from './shell/queries.ts';
import { Toasts } from './ui/Toasts.tsx';
import { en } from './words/en.ts';

const root = document.getElementById('app');
if (!root) throw new Error('index.html has no #app');

reloadWhenStale();
createRoot(root).render(
  <StrictMode>
    <QueryClientProvider client={createQueries(en)}>
      <BrowserRouter>
        <ErrorBoundary>
          <AppRoutes />
        </ErrorBoundary>
      </BrowserRouter>
      <Toasts label={en.common.notices} />
    </QueryClientProvider>
  </StrictMode>,
);
