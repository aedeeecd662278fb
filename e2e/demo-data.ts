import { chmodSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { makeDemoData } from '@bijli/dev-stack/demo-data';

/** Makes the data folder that every stack of the run copies. */
export default async function setup(): Promise<() => void> {
  const parent = mkdtempSync(join(tmpdir(), 'bijli-demo-'));
  // The database runs as another user, who must be able to pass through this folder.
  chmodSync(parent, 0o711);
  const folder = join(parent, 'data');
  await makeDemoData(folder);
  process.env['DEMO_DATA'] = folder;
  return () => rmSync(parent, { recursive: true, force: true });
}
