// `npm run settings:table`: prints the settings of apps/server/src/config/schema.ts into the README.
import { readFileSync, writeFileSync } from 'node:fs';
import { withSettingsTable } from '../apps/server/src/config/table.ts';

const readme = new URL('../README.md', import.meta.url);
writeFileSync(readme, withSettingsTable(readFileSync(readme, 'utf8')));
