import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { fieldsOf, isNode, nameOf, nodesOf, parse, withoutType, type Node } from './syntax.ts';

const ROOT = join(import.meta.dirname, '..');
const read = (file: string): string => readFileSync(join(ROOT, file), 'utf8');
const PAGE = 'docs/log-events.md';
const LEVEL = /^(?:debug|info|warn|error|fatal)$/;
/** The level of a line whose level is not where its event is. */
const CHOSEN_ELSEWHERE = '?';

const [areas = ''] = read('apps/server/src/kernel/log.ts').split('export type EventCode');
const AREAS = new Set([...areas.matchAll(/^ {2}\| '(\w+)'/gm)].map(([, area = '']) => area));
const isCode = (text: string): boolean => /^\w+\.\w+$/.test(text) && AREAS.has(text.split('.')[0] ?? '');

/** What the code or the page says about an event. */
interface LogEvent {
  levels: Set<string>;
  fields: Set<string>;
}
type LogEvents = Map<string, LogEvent>;

function noteEvent(events: LogEvents, code: string, levels: string[], fields: string[]): void {
  const known = events.get(code) ?? { levels: new Set(), fields: new Set() };
  for (const level of levels) known.levels.add(level);
  for (const field of fields) known.fields.add(field);
  events.set(code, known);
}

/** The text of a literal, or the texts that a condition chooses from. */
function textsOf(value: unknown): string[] {
  const node = withoutType(value);
  if (!isNode(node)) return [];
  if (node.type === 'StringLiteral') return [String(node['value'])];
  return node.type === 'ConditionalExpression' ? [...textsOf(node['consequent']), ...textsOf(node['alternate'])] : [];
}

const argumentOf = (call: Node, index: number): unknown =>
  (call['arguments'] as { expression: unknown }[])[index]?.expression;

/** The level at which a call logs: `log.warn(…)`, `logSampled('warn', …)`. */
function levelsOf(call: Node | undefined): string[] {
  const name = nameOf(call?.['callee']);
  if (LEVEL.test(name)) return [name];
  const levels = call && name === 'logSampled' ? textsOf(argumentOf(call, 0)) : [];
  return levels.length > 0 ? levels : [CHOSEN_ELSEWHERE];
}

/** The events that a file logs: each object with an `event`, and each call whose first argument is a code. */
function noteEventsOf(text: string, events: LogEvents): void {
  for (const [node, above] of nodesOf(parse(text))) {
    if (node.type === 'ObjectExpression') {
      const fields = new Map(fieldsOf(node));
      const [code = ''] = textsOf(fields.get('event'));
      if (!isCode(code)) continue;
      const isSampled = fields.has('message');
      const names = isSampled ? fieldsOf(fields.get('facts')).map(([name]) => name) : [...fields.keys()];
      const call = above.find(({ type }) => type === 'CallExpression');
      noteEvent(
        events,
        code,
        levelsOf(call),
        names.filter((name) => name !== 'event'),
      );
    } else if (node.type === 'CallExpression' && /^(?:count|end)$/.test(nameOf(node['callee']))) {
      const [code = ''] = textsOf(argumentOf(node, 0));
      const names = fieldsOf(argumentOf(node, 2)).map(([name]) => name);
      if (isCode(code)) noteEvent(events, code, [CHOSEN_ELSEWHERE], names);
    }
  }
}

function eventsInCode(): LogEvents {
  const listed = execFileSync('git', ['ls-files', 'apps/server/src/*.ts'], { cwd: ROOT, encoding: 'utf8' });
  const paths = listed.trim().split('\n');
  const events: LogEvents = new Map();
  for (const path of paths) {
    if (/\.test\.ts$|\/testing\//.test(path)) continue;
    const text = read(path);
    if ([...AREAS].some((area) => text.includes(`'${area}.`))) noteEventsOf(text, events);
  }
  return events;
}

function eventsOnPage(text: string): LogEvents {
  const events: LogEvents = new Map();
  for (const [, code = '', levels = '', fields = ''] of text.matchAll(/^\| `(\w+\.\w+)` \| ([\w, ]*) \|(.*?)\| /gm))
    noteEvent(events, code, levels.split(', '), fields.match(/\w+/g) ?? []);
  return events;
}

/** What the page says differently than the code. */
function differences(code: LogEvents, page: LogEvents): string[] {
  const gone = [...page.keys()].filter((event) => !code.has(event)).map((event) => `${event} is not logged any more`);
  const wrong = [...code].flatMap(([event, { levels, fields }]) => {
    const row = page.get(event);
    if (!row) return [`${event} has no row`];
    const isOther = !levels.has(CHOSEN_ELSEWHERE) && levels.symmetricDifference(row.levels).size > 0;
    return [
      ...(isOther ? [`${event} is logged as ${[...levels].join(', ')}`] : []),
      ...[...fields.difference(row.fields)].map((field) => `${event} has the field ${field}`),
    ];
  });
  return [...gone, ...wrong];
}

test('each event of the log has a row on the page of log events, with its level and its fields', () => {
  const code = eventsInCode();
  expect(code.size).toBeGreaterThan(140);
  expect([...code.values()].filter(({ levels }) => !levels.has(CHOSEN_ELSEWHERE)).length).toBeGreaterThan(110);
  expect(differences(code, eventsOnPage(read(PAGE)))).toEqual([]);
});

test('rows are in the order of their codes, so that a code is found at once', () => {
  for (const section of read(PAGE).split(/^## /m).slice(1)) {
    const codes = [...eventsOnPage(section).keys()];
    expect(codes).toEqual(codes.toSorted());
  }
});

test('an event without a row is found, and one with another level or field, or that is not logged any more', () => {
  const code: LogEvents = new Map();
  noteEventsOf(
    `log.warn({ event: 'job.new', key }, 'text');
    logSampled(isBad ? 'warn' : 'info', { event: 'job.louder', message, facts: { address, error } });
    linkEventLog.count('ocpp.counted', 'text', { chargePointId });
    log.info({ event: 'job.same', error }, 'text');
    audit({ action: 'job.retry' });`,
    code,
  );
  const page = eventsOnPage(
    '| `job.louder` | warn | `address` | when | nothing |\n| `job.old` | info | | when | nothing |\n' +
      '| `job.same` | info | `error` | when | nothing |\n| `ocpp.counted` | warn | | when | nothing |\n',
  );
  expect(differences(code, page)).toEqual([
    'job.old is not logged any more',
    'job.new has no row',
    'job.louder is logged as warn, info',
    'job.louder has the field error',
    'ocpp.counted has the field chargePointId',
  ]);
});
