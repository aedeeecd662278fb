import { afterEach } from 'vitest';
import { errorsSaid, saidIn } from './log.ts';

/** Run before each test file: a test that fails tells what its server said. */
afterEach(({ task }) => {
  const said = errorsSaid();
  if (task.result?.state === 'fail' && said.length > 0) process.stderr.write(saidIn(task.name, said));
});
