import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { changeAdmission, restoreSecret, saveSecret, secretHashOf } from '#modules/network/index.ts';
import { testApp } from '#testing/app.ts';
import { BareChargePoint } from '#testing/charge-point-fixture.ts';
import { staffOf } from '#testing/staff.ts';

const stack = await testApp({ env: { TRUST_PROXY: '1' } });
const { database } = stack.app;
const { commands } = stack.app.modules;
const ID = 'FAST-1';
const FIRST = `secret-${ID}`;
let number = 0;
/** As it is sent: the hex of 20 bytes. */
const newKey = () => (number += 1).toString(16).padStart(4, '0').repeat(10);
let chargePoint: BareChargePoint;

beforeEach(async () => {
  await saveSecret(database, ID, secretHashOf(FIRST));
  chargePoint = await (await connect(FIRST)).boot();
});
afterEach(() => chargePoint.close());

/** Each from an address of its own: too many wrong ones from one are refused by that. */
let address = 0;
const connect = (password: string | Buffer, from = `10.1.${(address += 1) >> 8}.${address & 255}`) =>
  new BareChargePoint(`${stack.url.replace('http', 'ws')}/ocpp/${ID}`, { password, from }).open();

/** Comes with a secret, and leaves again; how it was answered. */
async function tryToConnect(password: string | Buffer, from?: string): Promise<string> {
  try {
    await (await connect(password, from)).close();
    return 'in';
  } catch (error) {
    return (error as Error).message;
  }
}

const payloadOf = (key: string) => ({ key: 'AuthorizationKey', value: key });
const asked = (key: string, idempotencyKey?: string) =>
  commands.ask({
    chargePointId: ID,
    operation: 'ChangeConfiguration',
    payload: payloadOf(key),
    idempotencyKey,
    askedBy: 'a test',
  });

/** The charge point is sent a key, and answers so; nothing: it does not answer. */
async function sent(key: string, answer: object | 'error' | undefined) {
  const { id } = await asked(key);
  expect((await chargePoint.wasAsked('ChangeConfiguration')).payload).toEqual(payloadOf(key));
  if (answer === undefined) chargePoint.socket.terminate();
  else if (answer === 'error') chargePoint.say([4, id, 'NotSupported', '', {}]);
  else chargePoint.say([3, id, answer]);
  return commands.waitForAnswer(id, 20_000);
}

const client = database.$client;
const COLUMNS =
  'password_hash, pending_password_hash, pending_overtaken, previous_password_hash, kept_old_secret_at' as const;

/**
 * Whether the charge point finds back with a secret that it has: at once, once staff restore the one before, or never
 * by itself.
 */
async function findsBackWith(secret: string): Promise<'at once' | 'restored' | 'never'> {
  await client.query(`create table as_it_was as select id, ${COLUMNS} from chargers where id = '${ID}'`);
  try {
    if ((await tryToConnect(secret)) === 'in') return 'at once';
    return (await restoreSecret(database, ID)) && (await tryToConnect(secret)) === 'in' ? 'restored' : 'never';
  } finally {
    await client.query(
      `update chargers c set (${COLUMNS}) = (select ${COLUMNS} from as_it_was) from as_it_was a where a.id = c.id`,
    );
    await client.query('drop table as_it_was');
  }
}

describe('a charge point is never locked out, whatever happens to the secret that it is sent', () => {
  const BEFORE = 'the-one-before-the-first';
  const HAND = 'set-by-hand-at-the-charge-point';
  const TAKEN = { status: 'Accepted' };
  const REFUSED = { status: 'Rejected' };
  let key: string;
  let command: string;

  const late = async (answer: object | 'error') => {
    const came = { kind: 'answered', payload: answer } as const;
    const error = { kind: 'error', code: 'NotSupported', description: '', details: {} } as const;
    await commands.answeredLate(ID, command, answer === 'error' ? error : came);
  };
  const rotated = async (answer: object | 'error' | undefined) => {
    ({ id: command } = await sent(key, answer));
  };
  const STEPS = {
    taken: () => rotated(TAKEN),
    refused: () => rotated(REFUSED),
    error: () => rotated('error'),
    'for the next boot': () => rotated({ status: 'RebootRequired' }),
    lost: () => rotated(undefined),
    async 'on its way'() {
      command = (await asked(key)).id;
      await chargePoint.wasAsked('ChangeConfiguration');
    },
    async 'not sent'() {
      await changeAdmission(database, ID, 'rejected');
      await chargePoint.call('BootNotification', { chargePointVendor: 'Acme', chargePointModel: 'Fast' });
      expect(await commands.waitForAnswer((await asked(key)).id, 20_000)).toMatchObject({ state: 'refused' });
      await changeAdmission(database, ID, 'accepted');
    },
    'then taken': () => late(TAKEN),
    'then refused': () => late(REFUSED),
    'then an error': () => late('error'),
    'by hand': () => saveSecret(database, ID, secretHashOf(HAND)),
    restored: () => restoreSecret(database, ID),
    'comes with the old': () => tryToConnect(FIRST),
    'comes with the new': () => tryToConnect(key),
    'comes with that of the hand': () => tryToConnect(HAND),
  };
  type Step = keyof typeof STEPS;
  const [NOW, CLICK, NEVER] = ['at once', 'restored', 'never'] as const;

  /**
   * What befalls it, and how it finds back with the old secret, the new one, that by hand, and the one before the old.
   */
  const TABLE: [Step[], Partial<Record<'old' | 'new' | 'hand' | 'before', string>>][] = [
    [['taken'], { old: CLICK, new: NOW }],
    [['refused'], { old: NOW, new: NEVER }],
    [['error'], { old: NOW, new: NEVER }],
    [['not sent'], { old: NOW, new: NEVER }],
    [['for the next boot'], { old: NOW, new: NOW }],
    [['for the next boot', 'comes with the old'], { old: NOW, new: NOW }],
    [['for the next boot', 'comes with the new'], { old: CLICK, new: NOW }],
    [['lost'], { old: NOW, new: NOW }],
    [['lost', 'then taken'], { old: CLICK, new: NOW }],
    [['lost', 'then refused'], { old: NOW, new: NEVER }],
    [['lost', 'then an error'], { old: NOW, new: NEVER }],
    [['lost', 'comes with the old', 'then taken'], { old: CLICK, new: NOW }],
    [['lost', 'comes with the new', 'then taken'], { old: CLICK, new: NOW }],
    [['lost', 'comes with the new', 'then refused'], { old: CLICK, new: NOW }],
    [['by hand'], { old: CLICK, hand: NOW }],
    [['by hand', 'comes with the old', 'restored'], { old: NOW, hand: CLICK }],
    [['taken', 'by hand'], { new: CLICK, hand: NOW }],
    [['taken', 'comes with the old', 'restored'], { old: NOW, new: CLICK }],
    [['on its way', 'by hand', 'then taken'], { new: NOW, hand: NOW }],
    [['on its way', 'by hand', 'then refused'], { old: CLICK, new: NEVER, hand: NOW }],
    [['on its way', 'restored', 'then taken'], { new: NOW, before: CLICK }],
    [['on its way', 'restored', 'then refused'], { old: CLICK, new: NEVER, before: NOW }],
    [['lost', 'by hand'], { old: CLICK, new: NOW, hand: NOW }],
    [['lost', 'by hand', 'comes with the new'], { old: CLICK, new: NOW, hand: NOW }],
    [['lost', 'by hand', 'comes with that of the hand'], { old: CLICK, new: NEVER, hand: NOW }],
    [['lost', 'by hand', 'comes with that of the hand', 'then taken'], { old: CLICK, new: NOW, hand: NOW }],
    [['lost', 'by hand', 'comes with that of the hand', 'then refused'], { old: CLICK, new: NEVER, hand: NOW }],
    [['lost', 'by hand', 'then taken'], { old: CLICK, new: NOW, hand: NOW }],
    [['lost', 'by hand', 'restored', 'comes with the new'], { old: CLICK, new: NOW }],
    [['for the next boot', 'by hand'], { old: CLICK, new: NOW, hand: NOW }],
    [['lost', 'restored'], { old: CLICK, new: NOW, before: NOW }],
    [['lost', 'restored', 'then taken'], { new: NOW, before: CLICK }],
    [['lost', 'restored', 'comes with the old', 'restored'], { old: NOW, new: NOW, before: CLICK }],
  ];

  test.each(TABLE.map(([steps, back]) => ({ steps, back })))(
    '$steps: $back [OCPP-16-AuthorizationKey]',
    async (row) => {
      key = newKey();
      await saveSecret(database, ID, secretHashOf(BEFORE));
      await saveSecret(database, ID, secretHashOf(FIRST));
      for (const step of row.steps) await STEPS[step]();
      const secrets = { old: FIRST, new: key, hand: HAND, before: BEFORE };
      for (const [which, back] of Object.entries(row.back))
        expect([which, await findsBackWith(Reflect.get(secrets, which))]).toEqual([which, back]);
    },
  );

  test('a further secret can be sent once a manually set one has settled the pending one', async () => {
    key = newKey();
    await STEPS.lost();
    await STEPS['by hand']();
    chargePoint = await connect(HAND);
    key = newKey();
    await STEPS.taken();
    expect([await tryToConnect(key), await tryToConnect(HAND)]).toEqual(['in', '401']);
  });
});

test('a charge point is accepted with the secret that it was sent, even if others guess from its address', async () => {
  const key = newKey();
  await sent(key, undefined);
  const from = '10.2.0.1';
  const guesses: string[] = [];
  for (let tries = 0; tries < 32; tries += 1) guesses.push(await tryToConnect('a guess that is wrong', from));
  expect(guesses.at(-1)).toBe('429');
  expect(await tryToConnect(key, from)).toBe('in');
});

test('staff send a new secret with the API, set one by hand, or restore the last one [OCPP-16-AuthorizationKey]', async () => {
  const staff = await staffOf(stack, 'operations');
  const set = (how: 'send' | 'by_hand' | 'restore') =>
    staff.ask('setChargerSecret', { params: { charger_id: ID }, body: { how } });
  const byHand = (await set('by_hand')).secret ?? '';
  expect(byHand).toMatch(/^[0-9a-f]{40}$/);
  expect([await tryToConnect(FIRST), await tryToConnect(byHand)]).toEqual(['401', 'in']);
  await set('restore');
  expect([await tryToConnect(FIRST), await tryToConnect(byHand)]).toEqual(['in', '401']);
  chargePoint = await connect(FIRST);
  const { command_id: id, secret } = await set('send');
  expect(secret).toBeUndefined();
  const call = await chargePoint.wasAsked('ChangeConfiguration');
  expect(call).toMatchObject({ id, payload: { key: 'AuthorizationKey' } });
  chargePoint.say([3, call.id, { status: 'Accepted' }]);
  await commands.waitForAnswer(call.id, 10_000);
  const { value } = call.payload as { value: string };
  expect([await tryToConnect(FIRST), await tryToConnect(value)]).toEqual(['401', 'in']);
  const support = await staffOf(stack, 'support');
  const denied = support.ask('setChargerSecret', { params: { charger_id: ID }, body: { how: 'by_hand' } });
  await expect(denied).rejects.toThrow('not_allowed');
  const { rows } = await database.$client.query(
    "select after, outcome from audit_lines where action = 'charger.secret' order by id",
  );
  expect(rows.map(({ outcome }) => outcome)).toEqual(['done', 'done', 'done', 'denied']);
  expect(JSON.stringify(rows)).not.toContain(byHand);
  for (const how of ['send', 'by_hand', 'restore'] as const)
    expect(await staff.call('setChargerSecret', { params: { charger_id: 'NOBODY' }, body: { how } })).toMatchObject({
      code: 'charger_not_there',
    });
  expect(
    await staff.call('setChargerSecret', { params: { charger_id: 'SLOW-1' }, body: { how: 'restore' } }),
  ).toMatchObject({ code: 'earlier_secret_missing' });
});

test('the same request with the same key while the command is open is the same command [OCPP-16-AuthorizationKey]', async () => {
  const key = newKey();
  const first = await asked(key, 'one');
  await chargePoint.wasAsked('ChangeConfiguration');
  chargePoint.say([3, first.id, { status: 'RebootRequired' }]);
  expect(await commands.waitForAnswer(first.id, 20_000)).toMatchObject({ state: 'done' });
  expect((await asked(key, 'one')).id).toBe(first.id);
  await expect(asked(newKey(), 'one')).rejects.toMatchObject({ code: 'idempotency_key_used' });
});

test('an accepted secret is valid from then on, as bytes and as hex, and the one before is refused [OCPP-16-AuthorizationKey]', async () => {
  const key = newKey();
  await sent(key, { status: 'Accepted' });
  expect(await tryToConnect(FIRST)).toBe('401');
  expect(await tryToConnect(key)).toBe('in');
  expect(await tryToConnect(key.toUpperCase())).toBe('in');
  expect(await tryToConnect(Buffer.from(key, 'hex'))).toBe('in');
});

test.each([{ status: 'Rejected' }, { status: 'NotSupported' }, 'error' as const])(
  'a refused secret (%j) is not valid, and the one before stays valid',
  async (answer) => {
    const key = newKey();
    await sent(key, answer);
    expect([await tryToConnect(key), await tryToConnect(FIRST)]).toEqual(['401', 'in']);
  },
);

test.each([[{ status: 'RebootRequired' }], [undefined]])(
  'while the result is unknown (%j) both secrets are valid, until the charge point connects with the new one [OCPP-16-AuthorizationKey]',
  async (answer) => {
    const key = newKey();
    await sent(key, answer);
    expect([await tryToConnect(FIRST), await tryToConnect(key), await tryToConnect(FIRST)]).toEqual([
      'in',
      'in',
      '401',
    ]);
  },
);

test('a second secret is refused while the result of the first is unknown, and both stay valid [OCPP-16-AuthorizationKey]', async () => {
  const [key, second] = [newKey(), newKey()];
  await sent(key, { status: 'RebootRequired' });
  const { id } = await asked(second);
  const command = await commands.waitForAnswer(id, 20_000);
  expect(command).toMatchObject({ state: 'refused', problem: expect.stringContaining('nobody knows'), sentAt: null });
  expect(JSON.stringify(command)).not.toContain(second);
  expect([await tryToConnect(second), await tryToConnect(FIRST), await tryToConnect(key)]).toEqual(['401', 'in', 'in']);
});

test('a charge point that keeps its old secret after accepting the new one is flagged, and connects again once staff restore it [OCPP-16-AuthorizationKey]', async () => {
  const key = newKey();
  await sent(key, { status: 'Accepted' });
  const keptAt = async () =>
    (
      await database.$client.query<{ at: Date | null }>('select kept_old_secret_at as at from chargers where id = $1', [
        ID,
      ])
    ).rows[0]?.at;
  expect(await tryToConnect('a guess that is wrong')).toBe('401');
  expect(await keptAt()).toBeNull();
  expect(await tryToConnect(FIRST)).toBe('401');
  expect(await keptAt()).toBeInstanceOf(Date);
  expect(await restoreSecret(database, ID)).toBe(true);
  expect([await tryToConnect(FIRST), await tryToConnect(key)]).toEqual(['in', '401']);
});
