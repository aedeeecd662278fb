import { afterEach, beforeEach, expect, test } from 'vitest';
import { restoreSecret, saveSecret } from '#modules/network/index.ts';
import { testApp } from '#testing/app.ts';
import { BareChargePoint, CONFIGURATION } from '#testing/charge-point-fixture.ts';
import { secretHashOf } from './basic-auth.ts';

const stack = await testApp();
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
  chargePoint = await dialled(FIRST);
  await chargePoint.call('BootNotification', { chargePointVendor: 'Acme', chargePointModel: 'Fast' });
  chargePoint.say([3, (await chargePoint.wasAsked('GetConfiguration')).id, CONFIGURATION]);
});
afterEach(() => chargePoint.close());

const dialled = (password: string | Buffer) =>
  new BareChargePoint(`${stack.url.replace('http', 'ws')}/ocpp/${ID}`, { password }).open();

/** Comes with a secret, and leaves again; how it was answered. */
async function comes(password: string | Buffer): Promise<string> {
  try {
    await (await dialled(password)).close();
    return 'in';
  } catch (error) {
    return (error as Error).message;
  }
}

/** The charge point is sent a key, and answers so; nothing: it does not answer. */
async function sent(key: string, answer: object | 'error' | undefined) {
  const payload = { key: 'AuthorizationKey', value: key };
  const { id } = await commands.ask({
    chargePointId: ID,
    operation: 'ChangeConfiguration',
    payload,
    askedBy: 'a test',
  });
  expect((await chargePoint.wasAsked('ChangeConfiguration')).payload).toEqual(payload);
  if (answer === undefined) chargePoint.socket.terminate();
  else if (answer === 'error') chargePoint.say([4, id, 'NotSupported', '', {}]);
  else chargePoint.say([3, id, answer]);
  return commands.whenAnswered(id, 20_000);
}

test('a new secret that the charge point has taken is right from then on, as bytes and as hex, and the one before is refused [OCPP-16-AuthorizationKey]', async () => {
  const key = newKey();
  await sent(key, { status: 'Accepted' });
  expect(await comes(FIRST)).toBe('401');
  expect(await comes(key)).toBe('in');
  expect(await comes(key.toUpperCase())).toBe('in');
  expect(await comes(Buffer.from(key, 'hex'))).toBe('in');
});

test.each([{ status: 'Rejected' }, { status: 'NotSupported' }, 'error' as const])(
  'one that it has refused (%j) is not right, and the one before stays so',
  async (answer) => {
    const key = newKey();
    await sent(key, answer);
    expect([await comes(key), await comes(FIRST)]).toEqual(['401', 'in']);
  },
);

test.each([[{ status: 'RebootRequired' }], [undefined]])(
  'while nobody knows whether it was taken (%j) both are right, until the charge point comes with the new one [OCPP-16-AuthorizationKey]',
  async (answer) => {
    const key = newKey();
    await sent(key, answer);
    expect([await comes(FIRST), await comes(key), await comes(FIRST)]).toEqual(['in', 'in', '401']);
  },
);

test('a second secret is refused while nobody knows of the first, and both that may be right stay so [OCPP-16-AuthorizationKey]', async () => {
  const [key, second] = [newKey(), newKey()];
  await sent(key, { status: 'RebootRequired' });
  const payload = { key: 'AuthorizationKey', value: second };
  const { id } = await commands.ask({
    chargePointId: ID,
    operation: 'ChangeConfiguration',
    payload,
    askedBy: 'a test',
  });
  const command = await commands.whenAnswered(id, 20_000);
  expect(command).toMatchObject({ state: 'refused', problem: expect.stringContaining('nobody knows'), sentAt: null });
  expect(JSON.stringify(command)).not.toContain(second);
  expect([await comes(second), await comes(FIRST), await comes(key)]).toEqual(['401', 'in', 'in']);
});

test('a charge point that keeps its old secret though it took the new one is seen to, and let in again once staff restore it [OCPP-16-AuthorizationKey]', async () => {
  const key = newKey();
  await sent(key, { status: 'Accepted' });
  const keptAt = async () =>
    (
      await database.$client.query<{ at: Date | null }>('select kept_old_secret_at as at from chargers where id = $1', [
        ID,
      ])
    ).rows[0]?.at;
  expect(await comes('a guess that is wrong')).toBe('401');
  expect(await keptAt()).toBeNull();
  expect(await comes(FIRST)).toBe('401');
  expect(await keptAt()).toBeInstanceOf(Date);
  expect(await restoreSecret(database, ID)).toBe(true);
  expect([await comes(FIRST), await comes(key)]).toEqual(['in', '401']);
});
