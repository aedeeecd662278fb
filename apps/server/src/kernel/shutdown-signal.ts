/**
 * Resolves when this process should end: on a signal or, with `--child`, when the parent closes our input. Call it
 * first, so that a signal during the start is not lost.
 */
export function shutdownSignal(): Promise<void> {
  return new Promise((resolve) => {
    for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, () => resolve());
    if (process.argv.includes('--child'))
      process.stdin
        .on('end', resolve)
        .on('error', () => resolve())
        .resume();
  });
}
