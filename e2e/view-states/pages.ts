import { heading, type ViewState } from './view-state.ts';

/** View states of pages that are only read, such as policies and help. */
export const pages: ViewState[] = [
  {
    name: 'contact-us',
    role: 'regular',
    path: '/contact-us',
    shows: ({ page, messages }) => page.getByText(messages.help.chat),
  },
  { name: 'policy', path: '/refund', shows: (view) => view.page.getByRole('heading', { level: 2 }).first() },
  {
    name: 'privacy',
    path: '/privacy',
    shows: (view) => view.page.getByRole('heading', { level: 2 }).first(),
  },
  {
    name: 'terms',
    path: '/termsandcondition',
    shows: (view) => view.page.getByRole('heading', { level: 2 }).first(),
  },
  {
    name: 'cancellation',
    role: 'regular',
    path: '/cancellation',
    shows: (view) => view.page.getByRole('heading', { level: 2 }).first(),
  },
  {
    name: 'not-found',
    role: 'empty',
    path: '/no-such-page',
    shows: (view) => heading(view, view.messages.errors.notFoundTitle),
  },
];
