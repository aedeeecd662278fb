// `npm run settings:table`: writes the settings of apps/server/src/config/schema.ts into docs/settings.md.
import { readFileSync, writeFileSync } from 'node:fs';
import { withSettingsTable } from '../apps/server/src/config/table.ts';

const document = new URL('../docs/settings.md', import.meta.url);
writeFileSync(document, withSettingsTable(readFileSync(document, 'utf8')));
