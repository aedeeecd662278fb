import { defineConfig } from 'drizzle-kit';

export default defineConfig({
  dialect: 'postgresql',
  schema: [
    './apps/server/src/modules/*/*.tables.ts',
    './apps/server/src/cluster/*.tables.ts',
    './apps/server/src/seed/*.tables.ts',
  ],
  out: './apps/server/drizzle',
});
