// `npm test`: every quick check there is, and at the end how many passed.
import { QUICK, runAll } from './checks.mjs';

process.exit((await runAll(QUICK)).some(({ failed }) => failed > 0) ? 1 : 0);
