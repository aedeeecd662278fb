import { askOnTerminal } from './cli/ask.ts';
import { run } from './cli/run.ts';

/** The operator's command line: npm run bijli -- … */
// A reader that takes only the first lines of the output closes the pipe.
process.stdout.on('error', () => process.exit());

process.exitCode = await run(process.argv.slice(2), {
  env: process.env,
  out: (text) => process.stdout.write(text),
  err: (text) => process.stderr.write(text),
  isInteractive: process.stdout.isTTY,
  ask: process.stdin.isTTY ? askOnTerminal : undefined,
});
