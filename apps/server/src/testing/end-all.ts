import { afterAll } from 'vitest';
import { endAll } from './at-end.ts';

/** Run before each test file: nothing that it opens outlives it in the process, which goes on with the next. */
afterAll(endAll);
