import type { Database } from '#db/database.ts';
import { run } from '../cli/run.ts';
import { databaseUrl } from './database.ts';

/** Runs commands on a database, with a folder for data. Returns the exit code and the output. */
export function commandLine(database: Database, folder: string, more: Record<string, string> = {}) {
  return async (...args: string[]): Promise<{ code: number; out: string; err: string }> => {
    const said = { out: '', err: '' };
    const code = await run(args, {
      env: { DATABASE_URL: databaseUrl(database), PUBLIC_URL: 'https://bijli.example', DATA_DIR: folder, ...more },
      out: (text) => void (said.out += text),
      err: (text) => void (said.err += text),
      isInteractive: false,
    });
    return { code, ...said };
  };
}
