import { afterAll, expect, test } from 'vitest';
import * as z from 'zod/mini';
import { ok, operatorCall, type Permission } from '@bijli/contract/operator';
import { systemClock } from '#kernel/clock.ts';
import { testServer } from '#testing/server.ts';
import type { AuditEntry, OperatorPorts, StaffCaller } from './operator.ts';
import { createOperatorHttp } from './serve-operator.ts';

const rules = { area: 'staff', limit: 'write', summary: 'For tests.', stations: 'none', action: 'test' } as const;
const permission = 'chargers.operate';
const params = z.object({ charger_id: z.string() });
const body = z.object({ reason: z.optional(z.string()) });
const calls = {
  done: operatorCall('POST', '/done', { ...rules, permission, body, reply: ok }),
  told: operatorCall('POST', '/told/:charger_id', { ...rules, permission, params, reply: ok }),
  more: operatorCall('GET', '/more', { ...rules, permission, reply: ok }),
  broken: operatorCall('POST', '/broken', { ...rules, permission, reply: ok }),
  atChargePoint: operatorCall('GET', '/at/:charger_id', {
    ...rules,
    stations: 'of-charger',
    permission,
    params,
    reply: ok,
  }),
};

const app = await testServer();
const audit: AuditEntry[] = [];
const callers: Record<string, Partial<StaffCaller>> = {
  all: {},
  few: { permissions: new Set<Permission>(['network.see']) },
  bound: { stationIds: new Set(['hub']) },
};
const authenticate: OperatorPorts['authenticate'] = async (token) =>
  callers[token] && {
    kind: 'staff',
    id: 7,
    name: token,
    role: 'support',
    permissions: new Set<Permission>([permission]),
    stationIds: undefined,
    ...callers[token],
  };
const ports: OperatorPorts = {
  clock: systemClock,
  logSampled: () => undefined,
  authenticate,
  authenticateAgain: authenticate,
  stationOf: async (id) => ({ 'AT-HUB': 'hub', AWAY: 'other' })[id],
  writeAudit: async (entry) => void audit.push(entry),
};
const { serveOperator } = createOperatorHttp(app, { served: [], checksReplies: true }, ports);
serveOperator(calls.done, async () => ({}));
serveOperator(calls.told, async ({ record }) => {
  await record({} as never, { before: { is: 1 }, after: { is: 2 } });
  return {};
});
serveOperator(calls.more, async ({ need }) => {
  need('chargers.secure');
  return {};
});
serveOperator(calls.broken, async () => {
  throw new Error('a bug');
});
serveOperator(calls.atChargePoint, async () => ({}));
afterAll(() => app.close());

async function ask(method: 'GET' | 'POST', path: string, token = 'all', payload: object = {}) {
  audit.length = 0;
  const url = `/api-v1/operator${path}`;
  const headers = { authorization: `Bearer ${token}` };
  const { statusCode } = await app.inject({ method, url, headers, ...(method === 'POST' && { payload }) });
  return {
    statusCode,
    lines: audit.map(({ outcome, object, reason, before, after, code, who }) => ({
      outcome,
      object,
      reason,
      before,
      after,
      code,
      name: who.name,
    })),
  };
}

const NOTHING = { object: '', reason: '', before: null, after: null, code: null, name: 'all' };

test('a change whose rule writes no audit line gets one, with the given reason [STAFF-10]', async () => {
  const reason = 'asked by the driver\0';
  expect(await ask('POST', '/done', 'all', { reason: 'asked by the driver' })).toEqual({
    statusCode: 200,
    lines: [{ ...NOTHING, outcome: 'done', reason: 'asked by the driver' }],
  });
  expect(await ask('POST', '/done', 'all', { reason })).toMatchObject({
    statusCode: 400,
    lines: [{ outcome: 'refused', code: 'bad_request', reason: 'asked by the driver' }],
  });
});

test('a change whose rule writes an audit line in its transaction has only that line, with the names of the path', async () => {
  expect(await ask('POST', '/told/FAST-1')).toEqual({
    statusCode: 200,
    lines: [{ ...NOTHING, outcome: 'done', object: 'charger FAST-1', before: { is: 1 }, after: { is: 2 } }],
  });
});

test('a change that breaks is audited as failed, and one by a stranger as denied', async () => {
  expect(await ask('POST', '/broken')).toEqual({ statusCode: 500, lines: [{ ...NOTHING, outcome: 'failed' }] });
  expect(await ask('POST', '/done', 'nobody')).toEqual({
    statusCode: 401,
    lines: [{ ...NOTHING, outcome: 'denied', code: 'signed_out', name: '' }],
  });
});

test('reading leaves no audit line unless the caller asked for more than allowed [STAFF-1]', async () => {
  expect(await ask('GET', '/at/AWAY')).toEqual({ statusCode: 200, lines: [] });
  expect(await ask('GET', '/more')).toEqual({
    statusCode: 403,
    lines: [{ ...NOTHING, outcome: 'denied', code: 'not_allowed' }],
  });
  expect(await ask('GET', '/at/AWAY', 'few')).toMatchObject({ statusCode: 403, lines: [{ outcome: 'denied' }] });
});

test('a caller of one station reaches its chargers and no others, whether these exist or not [STAFF-11]', async () => {
  expect(await ask('GET', '/at/AT-HUB', 'bound')).toMatchObject({ statusCode: 200 });
  for (const id of ['AWAY', 'UNKNOWN'])
    expect(await ask('GET', `/at/${id}`, 'bound')).toMatchObject({
      statusCode: 403,
      lines: [{ outcome: 'denied', object: `charger ${id}`, name: 'bound' }],
    });
});

test('an unguarded route below the operator’s API stops the start [STAFF-1]', async () => {
  const starting = await testServer();
  createOperatorHttp(starting, { served: [], checksReplies: true }, ports);
  const add = (url: string) => () => starting.get(url, { config: { limit: 'read' } }, () => 'open');
  expect(add('/api-v1/operator/secret')).toThrow('Nothing guards');
  expect(add('/api-v1/operators')).not.toThrow();
  await starting.close();
});

test('a call without a permission, an audit name or its stations does not compile [STAFF-1]', () => {
  const { action, stations, ...rest } = rules;
  // @ts-expect-error permission is missing
  operatorCall('GET', '/a', { ...rules, reply: ok });
  // @ts-expect-error action is missing
  operatorCall('GET', '/b', { ...rest, stations, permission, reply: ok });
  // @ts-expect-error stations is missing
  operatorCall('GET', '/c', { ...rest, action, permission, reply: ok });
  // @ts-expect-error there is no such permission
  operatorCall('GET', '/d', { ...rules, permission: 'chargers.burn', reply: ok });
  expect(operatorCall('GET', '/e', { ...rules, permission, reply: ok }).path).toBe('/api-v1/operator/e');
});
