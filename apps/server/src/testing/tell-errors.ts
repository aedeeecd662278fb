import { afterEach } from 'vitest';
import { takeLoggedErrors, describeLoggedErrors } from './log.ts';

/** Run before each test file: a test that fails tells what its server said. */
afterEach(({ task }) => {
  const said = takeLoggedErrors();
  if (task.result?.state === 'fail' && said.length > 0) process.stderr.write(describeLoggedErrors(task.name, said));
});
