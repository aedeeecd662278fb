/**
 * Loaded into a server before its own code (`node --import`): on SIGUSR2 it throws where nobody catches, as a bug would.
 * Other programs that inherit the option are left alone.
 */
if (process.argv[1]?.endsWith('apps/server/src/main.ts')) {
  process.on('SIGUSR2', () => setTimeout(() => Promise.reject(new Error('planted bug'))));
}
