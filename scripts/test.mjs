// `npm test`: runs every quick check and suite, and prints how many tests passed.
import { QUICK, runAll } from './suites.mjs';

process.exit((await runAll(QUICK)).some(({ failed }) => failed > 0) ? 1 : 0);
