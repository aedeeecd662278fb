// `npm test`: every quick check there is, one after the other, and at the end how many passed.
import { QUICK, runAll } from './checks.mjs';

process.exit(runAll(QUICK).some(({ failed }) => failed > 0) ? 1 : 0);
