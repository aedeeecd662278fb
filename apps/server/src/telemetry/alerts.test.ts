import { readdirSync, readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { createLog } from '#kernel/log.ts';
import { testApp } from '#testing/app.ts';

const ROOT = new URL('../../../../', import.meta.url);
const rules = readFileSync(new URL('deploy/alerts.yml', ROOT), 'utf8');
const dashboard = readFileSync(new URL('deploy/grafana.json', ROOT), 'utf8');
const HEADINGS = ['What it means', 'How to see it', 'What to do', 'How to know that it is over'];

test('each alert has a page that says what to do, each page an alert, and all have the same form', () => {
  const alerts = rules.match(/- alert: \w+/g) ?? [];
  const pages = [...rules.matchAll(/runbook: (docs\/runbooks\/\S+)/g)].map(([, path = '']) => path);
  expect(pages).toHaveLength(alerts.length);
  const kept = readdirSync(new URL('docs/runbooks/', ROOT)).map((name) => `docs/runbooks/${name}`);
  expect(new Set(pages)).toEqual(new Set(kept));
  for (const path of kept) {
    const text = readFileSync(new URL(path, ROOT), 'utf8');
    expect([...text.matchAll(/^## (.*)$/gm)].map(([, heading]) => heading)).toEqual(HEADINGS);
  }
});

test('each command and log event that a page names exists', () => {
  const pages = readdirSync(new URL('docs/runbooks/', ROOT)).map((name) =>
    readFileSync(new URL(`docs/runbooks/${name}`, ROOT), 'utf8'),
  );
  const list = readFileSync(new URL('docs/commands.md', ROOT), 'utf8');
  const commands = [...list.matchAll(/^\| `([\w ]+)` \|/gm)].map(([, name = '']) => name);
  const named = pages.flatMap((page) =>
    [...page.matchAll(/`(?:npm run )?bijli(?: --)? ([^`]+)`/g)].map(([, call = '']) => call),
  );
  expect(named.length).toBeGreaterThan(20);
  expect(named.filter((call) => !commands.some((name) => `${call} `.startsWith(`${name} `)))).toEqual([]);
  const events = pages.flatMap((page) => [...page.matchAll(/`([a-z_]+\.[a-z_]+)`/g)].map(([, event = '']) => event));
  const sources = readdirSync(new URL('..', import.meta.url), { recursive: true, encoding: 'utf8' })
    .filter((path) => path.endsWith('.ts') && !path.endsWith('.test.ts'))
    .map((path) => readFileSync(new URL(`../${path}`, import.meta.url), 'utf8'))
    .join('\n');
  // Names of pages and folders look like metrics but are none.
  const others = /\.(md|spool|url)$/;
  expect(events.filter((event) => !others.test(event) && !sources.includes(`'${event}'`))).toEqual([]);
});

test('each metric that an alert, a page or the dashboard names is published', async () => {
  const { app } = await testApp({ log: createLog('silent') });
  await app.modules.ledgerJob.check();
  const text = await app.modules.metrics.read();
  const metricNames = new Set([...text.matchAll(/^# TYPE (\w+)/gm)].map(([, name = '']) => name));
  const pages = readdirSync(new URL('docs/runbooks/', ROOT)).map((name) =>
    readFileSync(new URL(`docs/runbooks/${name}`, ROOT), 'utf8'),
  );
  const named = new Set([rules, dashboard, ...pages].flatMap((page) => page.match(/\bbijli_\w+/g) ?? []));
  const figures = new Set([...named].map((name) => name.replace(/_(count|bucket)$/, '')));
  const missing = [...figures].filter((name) => !metricNames.has(name));
  // Metrics of things that have never happened, or that are not set up in this test, are missing.
  expect(missing.toSorted()).toEqual([
    'bijli_backup_age_seconds',
    'bijli_backup_behind_seconds',
    'bijli_charge_point_command_seconds',
    'bijli_charge_point_disconnects_total',
    'bijli_charge_point_frame_seconds',
    'bijli_payments_last_hour',
    'bijli_sessions',
  ]);
});
