import { afterAll } from 'vitest';
import { endAll } from './at-end.ts';

/** Runs in each test file, so that nothing it opened is left for the next file in the same process. */
afterAll(endAll);
