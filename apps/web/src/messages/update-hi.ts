import type { Messages } from './en.ts';

export const update: Messages['update'] = {
  ready: 'ऐप का नया वर्शन तैयार है।',
  load: 'अभी लोड करें',
  later: 'बाद में',
};
