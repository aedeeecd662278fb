import { expect, test } from 'vitest';
import { testApp } from '#testing/app.ts';
import { staffOf } from '#testing/staff.ts';

const stack = await testApp();
const finance = await staffOf(stack, 'finance');
const operations = await staffOf(stack, 'operations');
const lineOf = async (action: string) => (await stack.app.modules.staff.listAudit({ limit: '1' }, { action })).rows[0];

test('tags without a payer are added, blocked and unblocked [STAFF-13]', async () => {
  const tag = { id_tag: 'Yard-7', label: 'yard car' };
  await operations.ask('addChargingToken', { body: tag });
  const params = { id_tag: 'YARD-7' };
  await operations.ask('blockChargingToken', { params, body: { reason: 'lost' } });
  const { tokens } = await operations.ask('listChargingTokens', {});
  expect(tokens).toMatchObject([{ id_tag: 'YARD-7', label: 'yard car', blocked_at: expect.any(String) }]);
  expect(await lineOf('token.block')).toMatchObject({
    object: 'tag YARD-7',
    reason: 'lost',
    before: { is_blocked: false },
    after: { is_blocked: true },
  });
  await operations.ask('addChargingToken', { body: tag });
  expect((await operations.ask('listChargingTokens', {})).tokens).toMatchObject([{ blocked_at: null }]);
  // What was told of it stays, until something else is told.
  const terms = { expires_at: '2099-01-01T00:00:00.000Z', parent_id_tag: 'YARD', shared: true };
  const none = { expires_at: null, parent_id_tag: null, shared: false };
  for (const [more, after] of [
    [terms, terms],
    [{}, terms],
    [{ parent_id_tag: null }, { ...terms, parent_id_tag: null }],
    [none, none],
  ] as const) {
    await operations.ask('addChargingToken', { body: { ...tag, ...more } });
    expect((await operations.ask('listChargingTokens', {})).tokens).toMatchObject([after]);
    expect(await lineOf('token.add')).toMatchObject({ after });
  }
  const unknown = { params: { id_tag: 'NOBODY' }, body: {} };
  expect(await operations.call('blockChargingToken', unknown)).toMatchObject({ code: 'token_unknown' });
  expect(await operations.call('addChargingToken', { body: { id_tag: 'two words', label: 'x' } })).toMatchObject({
    code: 'bad_request',
  });
  expect(await finance.call('listChargingTokens', {})).toMatchObject({ code: 'not_allowed' });
});
