import { spawnSync } from 'node:child_process';
import { readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { newSecret } from '#kernel/ids.ts';

const PROGRAM = 'promtool';
const RULES = new URL('../../../../deploy/alerts.yml', import.meta.url);
const rules = readFileSync(RULES, 'utf8');

/** Tests of alerts need promtool from the system: `apt-get install prometheus`. */
export const hasPromtool = spawnSync(PROGRAM, ['--version']).status === 0;
if (!hasPromtool) process.stderr.write('Tests of alerts are skipped: there is no promtool here.\n');

/** All alerts of the file. */
const ALERTS = [...rules.matchAll(/- alert: (\w+)[\s\S]*?severity: (\w+)[\s\S]*?summary: (.*)\n\s*runbook: (.*)/g)].map(
  ([, alertname = '', severity = '', summary = '', runbook = '']) => ({ alertname, severity, summary, runbook }),
);
export const alertNames = ALERTS.map(({ alertname }) => alertname);

/** What Prometheus reads from a server before and while something is wrong. Undefined if the server does not answer. */
export interface AlertScenario {
  alert: string;
  before: string;
  after: string | undefined;
  /** How long it must be wrong before the alert fires. */
  minutes: number;
  /** The metric whose labels the alert keeps. */
  told?: string;
}

/** How long everything was well before. */
const WELL_MINUTES = 30;
const WRONG_MINUTES = 240;
/** Labels that Prometheus adds to everything that it reads from a server. */
const READ_OF = 'instance="one",job="bijli"';

/**
 * Lets promtool read each scenario, one minute for each reading, and checks which alerts fire at its end: only the
 * alert of the scenario, and none before something was wrong. Returns what differs; empty if nothing does.
 */
export function findWrongAlerts(courses: AlertScenario[]): string {
  const tests = courses.map(({ alert, before, after, minutes, told }) => ({
    name: alert,
    interval: '1m',
    input_series: seriesOf(before, after),
    alert_rule_test: ALERTS.flatMap(({ alertname, severity, summary, runbook }) => {
      const labels = told === undefined ? {} : labelsOf(told, after ?? before);
      const expected = { exp_labels: { ...labels, severity }, exp_annotations: { summary, runbook } };
      return [
        { alertname, eval_time: `${WELL_MINUTES - 1}m` },
        { alertname, eval_time: `${WELL_MINUTES + minutes}m`, exp_alerts: alertname === alert ? [expected] : [] },
      ];
    }),
  }));
  const file = join(tmpdir(), `${newSecret()}.yml`);
  // promtool reads YAML, and JSON is valid YAML.
  writeFileSync(file, JSON.stringify({ rule_files: [RULES.pathname], evaluation_interval: '1m', tests }));
  const { status, stdout, stderr } = spawnSync(PROGRAM, ['test', 'rules', file], { encoding: 'utf8' });
  rmSync(file);
  return status === 0 ? '' : `${stdout}${stderr}`;
}

/** The series of a scenario. Counters go on as they did while it went wrong; other metrics keep their value. */
function seriesOf(before: string, after: string | undefined): { series: string; values: string }[] {
  const [well, wrong] = [readingsIn(before), after === undefined ? new Map<string, number>() : readingsIn(after)];
  const read = [...new Set([...well.keys(), ...wrong.keys()])].map((series) => {
    const [from, to] = [well.get(series), wrong.get(series)];
    const step = /_(total|count|sum|bucket)\{/.test(series) && to !== undefined ? to - (from ?? 0) : 0;
    const first = from === undefined ? `_x${WELL_MINUTES}` : `${from}+0x${WELL_MINUTES - 1}`;
    return { series, values: `${first} ${to === undefined ? `_x${WRONG_MINUTES}` : `${to}+${step}x${WRONG_MINUTES}`}` };
  });
  const isUp = `1+0x${WELL_MINUTES - 1} ${after === undefined ? 0 : 1}+0x${WRONG_MINUTES}`;
  return [...read, { series: `up{${READ_OF}}`, values: isUp }];
}

/** Reads the text format of Prometheus. */
function readingsIn(text: string): Map<string, number> {
  const lines = text.matchAll(/^(\w+)(?:\{(.*)\})? (\S+)$/gm);
  return new Map(
    [...lines].map(([, name = '', labels = '', value]) => [
      `${name}{${[labels, READ_OF].filter((some) => some !== '').join(',')}}`,
      Number(value),
    ]),
  );
}

function labelsOf(name: string, text: string): Record<string, string> {
  const series = [...seriesOf(text, text)].find((one) => one.series.startsWith(`${name}{`));
  return Object.fromEntries(
    [...(series?.series ?? '').matchAll(/(\w+)="([^"]*)"/g)].map(([, label, value]) => [label, value]),
  );
}
