import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readdirSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, describe, expect, test } from 'vitest';
import config, { MODULES } from '../.dependency-cruiser.mjs';

const root = fileURLToPath(new URL('..', import.meta.url));
const tool = join(root, 'node_modules/dependency-cruiser/bin/dependency-cruiser.mjs');
const planted = mkdtempSync(join(tmpdir(), 'bijli-architecture-'));
symlinkSync(join(root, 'node_modules'), join(planted, 'node_modules'));
afterAll(() => rmSync(planted, { recursive: true, force: true }));

/** For each rule: a file that breaks it, and what it imports. */
const violations: Record<string, [file: string, imports: string]> = {
  'no-cycles': ['packages/contract/src/a.ts', 'packages/contract/src/b.ts'],
  'kernel-imports-nothing-of-ours': ['apps/server/src/kernel/clock.ts', 'packages/contract/src/money.ts'],
  'base-imports-no-module': ['apps/server/src/http/server/server.ts', 'apps/server/src/modules/wallet/index.ts'],
  'modules-import-no-adapter': [
    'apps/server/src/modules/payments/index.ts',
    'apps/server/src/adapters/payments/phonepe.ts',
  ],
  'modules-only-through-index': [
    'apps/server/src/modules/sessions/starting/starts.ts',
    'apps/server/src/modules/wallet/holds.ts',
  ],
  'adapters-use-modules-through-index': [
    'apps/server/src/adapters/ocpp/incoming.ts',
    'apps/server/src/modules/sessions/charge-points.ts',
  ],
  'payments-import-no-purpose': [
    'apps/server/src/modules/payments/settling/settle.ts',
    'apps/server/src/modules/wallet/index.ts',
  ],
  ...Object.fromEntries(
    MODULES.slice(0, -1).map((name, at): [string, [string, string]] => [
      `${name}-imports-no-higher-module`,
      [`apps/server/src/modules/${name}/planted.ts`, `apps/server/src/modules/${MODULES[at + 1]}/index.ts`],
    ]),
  ),
  'adapters-import-no-app': ['apps/server/src/adapters/sms/console.ts', 'apps/server/src/app.ts'],
  'drizzle-only-in-stores': ['apps/server/src/modules/ledger/post.ts', 'drizzle-orm'],
  'fastify-only-in-routes': ['apps/server/src/modules/wallet/split.ts', 'fastify'],
  'large-libraries-when-needed': ['apps/server/src/modules/receipts/receipt-pdf.ts', 'pdfkit'],
  'contract-imports-nothing-of-ours': ['packages/contract/src/api.ts', 'packages/ocpp/src/rpc.ts'],
  'ocpp-only-in-its-adapter': ['apps/server/src/modules/network/index.ts', 'packages/ocpp/src/messages.ts'],
  'web-imports-no-server': ['apps/web/src/screens/map/MapScreen.tsx', 'apps/server/src/config/config.ts'],
  'apps-import-no-app': ['apps/shop/src/Shop.tsx', 'apps/web/src/api/client.ts'],
  'kit-imports-nothing-of-ours': ['packages/ui/src/content/Badge.tsx', 'packages/contract/src/money.ts'],
  'data-imports-no-view': ['packages/ui/src/format/money.ts', 'packages/ui/src/buttons/Button.tsx'],
  'parts-import-no-screen': [
    'apps/web/src/parts/stations/StationCard.tsx',
    'apps/web/src/screens/wallet/WalletScreen.tsx',
  ],
  'screens-import-no-screen': [
    'apps/web/src/screens/profile/ProfileScreen.tsx',
    'apps/web/src/screens/sign-in/LoginScreen.tsx',
  ],
};

function cruise(folder: string, paths: string[]): { violations: string[]; modules: number } {
  const args = [tool, '--config', join(root, '.dependency-cruiser.mjs'), '--output-type', 'json', ...paths];
  // The exit code counts the violations; the report is on standard output either way.
  const report = (() => {
    try {
      return execFileSync(process.execPath, args, {
        cwd: folder,
        encoding: 'utf8',
        maxBuffer: 1 << 28,
        stdio: ['ignore', 'pipe', 'ignore'],
      });
    } catch (error) {
      return (error as { stdout: string }).stdout;
    }
  })();
  const { summary } = JSON.parse(report) as {
    summary: { violations: { from: string; rule: { name: string } }[]; totalCruised: number };
  };
  return {
    violations: summary.violations.map(({ from, rule }) => `${rule.name} in ${from}`),
    modules: summary.totalCruised,
  };
}

/** All violations in one tree: each file with what it imports, and what is imported. */
function plantAll(): void {
  const imports = new Map<string, string[]>();
  const add = (file: string, imported?: string) => {
    const known = imports.get(file) ?? [];
    imports.set(file, imported === undefined ? known : [...known, imported]);
  };
  for (const [rule, [file, imported]] of Object.entries(violations)) {
    const isFile = imported.includes('/src/');
    add(file, isFile ? join(planted, imported) : imported);
    if (isFile) add(imported, rule === 'no-cycles' ? join(planted, file) : undefined);
  }
  for (const [file, imported] of imports) {
    mkdirSync(dirname(join(planted, file)), { recursive: true });
    writeFileSync(
      join(planted, file),
      [...imported.map((path) => `import '${path}';`), 'export const here = 1;', ''].join('\n'),
    );
  }
}

describe('the import rules', () => {
  test('give every module a place in the order', () => {
    expect(readdirSync(join(root, 'apps/server/src/modules')).toSorted()).toEqual(MODULES.toSorted());
  });

  test('have a planted violation each', () => {
    expect(Object.keys(violations)).toEqual(config.forbidden.map((rule: { name: string }) => rule.name));
  });

  test('report their planted violation', () => {
    plantAll();
    const { violations: found } = cruise(planted, ['apps', 'packages']);
    const expected = Object.entries(violations).map(([rule, [file]]) => `${rule} in ${file}`);
    expect(expected.filter((violation) => !found.includes(violation))).toEqual([]);
  });

  test('check every module: a parser that finds no imports would find no violation either', () => {
    const { modules } = cruise(root, ['packages']);
    expect(modules).toBeGreaterThan(100);
  });
});
