import { existsSync, mkdirSync } from 'node:fs';
import { mkdir, stat } from 'node:fs/promises';
import { dirname } from 'node:path';

interface FolderOptions {
  mode?: number;
  /** The setting that names the folder or one above it. */
  setting: string;
}

/**
 * Makes a folder, and those above it, unless it is there. Node's own `recursive` never ends below /proc, where nothing
 * can be made. Throws Node's error with a sentence for the operator.
 */
export async function makeFolder(path: string, options: FolderOptions): Promise<void> {
  const isThere = () =>
    stat(`${path}/.`).then(
      () => true,
      () => false,
    );
  if (await isThere()) return;
  if (dirname(path) !== path) await makeFolder(dirname(path), options);
  try {
    await mkdir(path, { mode: options.mode });
  } catch (error) {
    // Another process may have made it.
    if (!(await isThere())) throw explained(error, path, options);
  }
}

/** The same for the start, which has nothing else to do meanwhile. */
export function makeFolderSync(path: string, options: FolderOptions): void {
  const isThere = () => existsSync(`${path}/.`);
  if (isThere()) return;
  if (dirname(path) !== path) makeFolderSync(dirname(path), options);
  try {
    mkdirSync(path, { mode: options.mode });
  } catch (error) {
    if (!isThere()) throw explained(error, path, options);
  }
}

function explained(error: unknown, path: string, { setting }: FolderOptions): unknown {
  if (error instanceof Error)
    error.message = `The folder ${path} cannot be made: ${error.message}. Set ${setting} to a folder of your own.`;
  return error;
}
