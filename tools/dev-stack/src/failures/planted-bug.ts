/**
 * Loaded into a server before its own code (`node --import`). On SIGUSR2 it throws an error that nothing catches, like
 * a bug. Other programs that inherit the option are not affected.
 */
if (process.argv[1]?.endsWith('apps/server/src/main.ts')) {
  process.on('SIGUSR2', () => setTimeout(() => Promise.reject(new Error('planted bug'))));
}
