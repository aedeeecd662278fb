import { afterEach } from 'vitest';
import { takeLoggedErrors, describeLoggedErrors } from './log.ts';

/** Runs in each test file, so that a failed test prints the errors of its server. */
afterEach(({ task }) => {
  const said = takeLoggedErrors();
  if (task.result?.state === 'fail' && said.length > 0) process.stderr.write(describeLoggedErrors(task.name, said));
});
