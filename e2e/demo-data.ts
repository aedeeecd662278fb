import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { makeDemoData } from '@bijli/dev-stack/demo-data';
import { databaseFolder } from '@bijli/server/testing/database-folder';

/** Makes the data folder that every stack of the run copies. */
export default async function setup(): Promise<() => void> {
  const parent = databaseFolder('demo');
  const folder = join(parent, 'data');
  await makeDemoData(folder);
  process.env['DEMO_DATA'] = folder;
  return () => rmSync(parent, { recursive: true, force: true });
}
