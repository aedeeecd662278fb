/**
 * Resolves when somebody wants this process to end: a signal or, with `--child`, a parent that closes our input. Call it first
 * of all, so that no start is left half done.
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
