import { afterEach, beforeEach, expect, test } from 'vitest';
import type { ChargePoint } from '@bijli/charge-point/charge-point';
import type { Client } from '@bijli/contract/client';
import { DAY_MS, HOUR_MS, MINUTE_MS, SECOND_MS } from '#kernel/durations.ts';
import { addToken } from '#modules/tokens/index.ts';
import { timedApp } from '#testing/manual-time.ts';
import { staffOf, type Operator } from '#testing/staff.ts';

const { time, clock, ...stack } = await timedApp({ minIntervalMs: DAY_MS });
const { localLists } = stack.app.modules;
let operator: Operator;
let driver: Client;
let fast: ChargePoint;
let signedIn = 0;

const of = { params: { charger_id: 'FAST-1' } };
const addTag = (tag: string) => operator.ask('addChargingToken', { body: { id_tag: tag, label: 'van' } });
const keep = (isKept: boolean) => operator.ask('changeCharger', { ...of, body: { local_list: isKept } });
const listedTag = (tag: string) => fast.equipment.localList.find(tag);

/** The server looks as often as it takes for all to be sent, and once more. */
async function looked(times = 8): Promise<void> {
  for (let round = 0; round < times; round += 1) {
    await localLists.checkDue();
    await time.advance(SECOND_MS);
  }
}
/** What the charge point was asked of that since, the first first. */
async function asked(since: Date, wanted = 'SendLocalList'): Promise<string[]> {
  const { commands } = await operator.ask('listChargerCommands', { ...of, query: {} });
  return commands
    .filter(({ asked_at: at, operation }) => operation === wanted && at >= since.toISOString())
    .toReversed()
    .map(({ operation, payload, state }) => {
      const { updateType, localAuthorizationList: list } = payload as {
        updateType?: string;
        localAuthorizationList?: { idTag: string; idTagInfo?: { status: string } }[];
      };
      const tags = list?.map(({ idTag, idTagInfo }) => `${idTag} ${idTagInfo?.status ?? 'gone'}`) ?? [];
      return [operation, updateType, ...tags, ...(state === 'done' ? [] : [state])].filter(Boolean).join(' ');
    });
}

async function signIn(): Promise<void> {
  signedIn += 1;
  operator = await staffOf({ ...stack, clock }, 'owner', { email: `${signedIn}@bijli.example` });
}

beforeEach(async () => {
  await signIn();
  driver = await stack.driver(`924000000${signedIn}`, 500);
  fast = await stack.chargePoint('FAST-1');
  await time.advance(SECOND_MS);
});
afterEach(async () => {
  await keep(false);
  await looked();
  const { tokens } = await operator.ask('listChargingTokens', { query: {} });
  for (const { id_tag: tag } of tokens) await operator.ask('blockChargingToken', { params: { id_tag: tag }, body: {} });
  await stack.switchOff();
  await time.advance(SECOND_MS);
});

test('a charge point for which it is switched on has the current list of tags and paid cards; a blocked one is removed at once [OCPP-24]', async () => {
  await addTag('VAN-1');
  await looked(2);
  expect(fast.equipment.localList.version).toBe(0);
  const begun = clock.now();
  await keep(true);
  await looked();
  expect(listedTag('VAN-1')).toEqual({ status: 'Accepted' });
  const card = '04A2B6C8D0';
  await driver.ask('addCard', { body: { number: card, name: 'Blue' } });
  await addTag('VAN-2');
  await looked();
  expect(listedTag(card)).toMatchObject({ status: 'Accepted', expiryDate: expect.any(String) });
  expect(await asked(begun)).toEqual([
    'SendLocalList Full VAN-1 Accepted',
    `SendLocalList Differential VAN-2 Accepted ${card} Accepted`,
  ]);
  // Half a day later a card is told of anew; nothing else is.
  clock.advance(13 * HOUR_MS);
  await time.advance(SECOND_MS);
  await signIn();
  const evening = clock.now();
  await looked();
  expect(await asked(evening)).toEqual([`SendLocalList Differential ${card} Accepted`]);

  const blocked = clock.now();
  await operator.ask('blockChargingToken', { params: { id_tag: card }, body: {} });
  await looked(1);
  expect(await asked(blocked)).toEqual([`SendLocalList Differential ${card} Blocked`]);
  expect(listedTag(card)).toMatchObject({ status: 'Blocked' });

  const off = clock.now();
  await keep(false);
  await looked();
  expect(await asked(off)).toEqual([expect.stringMatching(/^SendLocalList Differential .*gone/)]);
  expect(listedTag('VAN-1')).toBeUndefined();
});

test('the card of a driver who deletes the account leaves the list at once [OCPP-24]', async () => {
  const card = '04A2B6C8D7';
  await driver.ask('addCard', { body: { number: card, name: 'Blue' } });
  await addTag('VAN-7');
  await keep(true);
  await looked();
  expect(listedTag(card)).toMatchObject({ status: 'Accepted' });
  const deleted = clock.now();
  await driver.ask('deleteAccount', { body: { give_up_balance: true } });
  await looked(1);
  expect(await asked(deleted)).toEqual([`SendLocalList Differential ${card} gone`]);
  expect(listedTag(card)).toBeUndefined();
});

test('staff have the whole list sent again, if one is kept, and the audit says who', async () => {
  expect(await operator.call('sendLocalList', { ...of, body: {} })).toMatchObject({ code: 'local_list_off' });
  const nowhere = { params: { charger_id: 'NOBODY' }, body: {} };
  expect(await operator.call('sendLocalList', nowhere)).toMatchObject({ code: 'charger_not_there' });
  await addTag('VAN-9');
  await keep(true);
  await looked();
  const begun = clock.now();
  await operator.ask('sendLocalList', { ...of, body: { reason: 'it was replaced' } });
  await looked();
  expect(await asked(begun)).toEqual(['SendLocalList Full VAN-9 Accepted']);
  const { rows } = await stack.app.modules.staff.listAudit({ limit: '1' }, {});
  expect(rows[0]).toMatchObject({
    action: 'charger.local_list',
    object: 'charger FAST-1',
    reason: 'it was replaced',
    outcome: 'done',
  });
});

test('a charge point that lost its list at a boot, or refuses an update, gets the whole list [OCPP-24]', async () => {
  await addTag('VAN-3');
  await keep(true);
  await looked();
  expect(listedTag('VAN-3')).toEqual({ status: 'Accepted' });
  await fast.close();
  fast = await stack.chargePoint('FAST-1');
  await time.advance(SECOND_MS);
  expect(listedTag('VAN-3')).toBeUndefined();
  await looked();
  expect(listedTag('VAN-3')).toEqual({ status: 'Accepted' });
});

test('a charge point that keeps no list is asked only a few times a day [OCPP-24]', async () => {
  await fast.close();
  fast = await stack.chargePoint('FAST-1', { quirks: { noLocalList: true } });
  await time.advance(SECOND_MS);
  const begun = clock.now();
  await addTag('VAN-4');
  await keep(true);
  await looked();
  expect(await asked(begun, 'GetLocalListVersion')).toHaveLength(1);
  expect(await asked(begun)).toEqual([]);
  clock.advance(5 * HOUR_MS);
  await time.advance(SECOND_MS);
  await signIn();
  await looked();
  // Once more, since its link was lost meanwhile.
  expect(await asked(begun, 'GetLocalListVersion')).toHaveLength(2);
});

test('without any notice, lists are checked once a minute and find what the command line has changed [OCPP-24]', async () => {
  await addTag('VAN-5');
  await keep(true);
  await looked();
  expect(listedTag('VAN-5')).toEqual({ status: 'Accepted' });
  await addToken(stack.app.database, { idTag: 'VAN-6', label: 'van' }, clock.now());
  await looked();
  expect(listedTag('VAN-6')).toBeUndefined();
  await time.advance(MINUTE_MS);
  await looked(2);
  expect(listedTag('VAN-6')).toEqual({ status: 'Accepted' });
});
