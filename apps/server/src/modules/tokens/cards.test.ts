import { eq } from 'drizzle-orm';
import { expect, test } from 'vitest';
import { cardNumberOf } from '@bijli/contract/cards';
import { addToken } from '#modules/tokens/index.ts';
import { testApp } from '#testing/app.ts';
import { staffOf } from '#testing/staff.ts';
import { deleteCardsOfDriver } from './cards.store.ts';
import { chargingTokens } from './tokens.tables.ts';

const stack = await testApp();
const { database } = stack.app;
const refusal = (code: string) => ({ success: false, code });

test.each([
  ['04 a2 2b 1a', '04A22B1A'],
  ['04:a2:2b:1a:7f:00:91', '04A22B1A7F0091'],
  ['04-A2-2B-1A', '04A22B1A'],
  ['in-bij-c1234', 'IN-BIJ-C1234'],
  ['abc', undefined],
  ['कार्ड 1234', undefined],
  ['123456789012345678901', undefined],
])('a card number is read as charge points send it: %s', (typed, number) => {
  expect(cardNumberOf(typed)).toBe(number);
});

test('a driver adds, names, blocks and removes cards; each belongs to one driver at a time [OCPP-22]', async () => {
  const [driver, other] = [await stack.driver('9460000001'), await stack.driver('9460000002')];
  const number = '04A22B1A';
  const add = { body: { number: '04:a2:2b:1a', name: ' Blue card ' } };
  expect(await driver.ask('addCard', add)).toMatchObject({ message: 'Card added.' });
  expect(await driver.call('addCard', add)).toMatchObject(refusal('card_added'));
  expect(await other.call('addCard', add)).toMatchObject(refusal('card_taken'));
  expect(await other.call('changeCard', { params: { number }, body: { blocked: true } })).toMatchObject(
    refusal('card_unknown'),
  );
  expect(await driver.call('addCard', { body: { number: '12', name: 'x' } })).toMatchObject(
    refusal('card_number_invalid'),
  );
  expect(await driver.call('addCard', { body: { number: '04A22B1B', name: '?!' } })).toMatchObject(
    refusal('card_name_invalid'),
  );
  // Neither a tag of the operator's own nor the name of a group is a driver's.
  await addToken(database, { idTag: 'FLEET-9', label: 'Van', parentIdTag: 'VANS-9' }, new Date());
  for (const taken of ['fleet-9', 'vans-9', 'DRIVER-1'])
    expect(await driver.call('addCard', { body: { number: taken, name: 'Mine' } })).toMatchObject(
      refusal('card_taken'),
    );

  const change = (body: { name?: string; blocked?: boolean }) => driver.ask('changeCard', { params: { number }, body });
  const listed = async () => (await driver.ask('ownCards', {})).cards;
  expect(await listed()).toMatchObject([{ number, name: 'Blue card', state: 'live' }]);
  await change({ name: 'Key fob', blocked: true });
  expect(await listed()).toMatchObject([{ number, name: 'Key fob', state: 'blocked' }]);
  await change({ blocked: false });
  expect(await listed()).toMatchObject([{ state: 'live' }]);

  await driver.ask('removeCard', { params: { number } });
  expect(await listed()).toEqual([]);
  await other.ask('addCard', add);
  expect(await driver.call('removeCard', { params: { number } })).toMatchObject(refusal('card_unknown'));
  for (let more = 1; more <= 10; more += 1)
    await driver.ask('addCard', { body: { number: `CARD-${more}`, name: `${more}` } });
  expect(await driver.call('addCard', { body: { number: 'CARD-11', name: '11' } })).toMatchObject(
    refusal('card_limit'),
  );
});

test('the operator sees and blocks drivers’ cards, which stay blocked only then, and turns none into a token of the operator', async () => {
  const driver = await stack.driver('9460000003');
  const staff = await staffOf(stack, 'operations');
  const number = 'LOST-CARD';
  await driver.ask('addCard', { body: { number, name: 'Lost' } });
  const { tokens } = await staff.ask('listChargingTokens', {});
  expect(tokens.find((one) => one.id_tag === number)).toMatchObject({
    label: 'Lost',
    driver_id: expect.stringMatching(/^\d+$/) as unknown,
  });
  const add = { body: { id_tag: number, label: 'Van' } };
  expect(await staff.call('addChargingToken', add)).toMatchObject(refusal('token_of_driver'));
  await staff.ask('blockChargingToken', { params: { id_tag: number }, body: {} });
  expect((await driver.ask('ownCards', {})).cards).toMatchObject([{ state: 'barred' }]);
  expect(await driver.call('changeCard', { params: { number }, body: { blocked: false } })).toMatchObject(
    refusal('card_barred'),
  );
  await staff.ask('unblockChargingToken', { params: { id_tag: number }, body: {} });
  expect((await driver.ask('ownCards', {})).cards).toMatchObject([{ state: 'live' }]);
  await staff.ask('blockChargingToken', { params: { id_tag: number }, body: {} });
  // Nor by removing it and adding it anew; and it was the driver's all the while.
  const [before] = (await driver.ask('ownCards', {})).cards;
  await driver.ask('removeCard', { params: { number } });
  await driver.ask('addCard', { body: { number, name: 'Found' } });
  expect((await driver.ask('ownCards', {})).cards).toEqual([{ ...before, name: 'Found' }]);
  expect(before).toMatchObject({ state: 'barred' });

  // What the driver has blocked, the driver alone makes live again.
  const own = { params: { number: 'STOLEN-CARD' } };
  await driver.ask('addCard', { body: { number: 'STOLEN-CARD', name: 'Stolen' } });
  await driver.ask('changeCard', { ...own, body: { blocked: true } });
  expect(await staff.call('unblockChargingToken', { params: { id_tag: 'STOLEN-CARD' }, body: {} })).toMatchObject(
    refusal('token_blocked_by_driver'),
  );
  expect((await driver.ask('ownCards', {})).cards).toMatchObject([{ state: 'barred' }, { state: 'blocked' }]);

  // An account that goes takes its cards along, but for what the operator has blocked.
  const [row] = await database.select().from(chargingTokens).where(eq(chargingTokens.idTag, number));
  await database.transaction((tx) => deleteCardsOfDriver(tx, row?.driverId ?? 0));
  const left = (await staff.ask('listChargingTokens', {})).tokens.filter(({ id_tag: tag }) => tag.endsWith('-CARD'));
  expect(left).toMatchObject([{ id_tag: number, label: '', blocked_at: expect.any(String) as unknown }]);
  expect(await driver.call('addCard', { body: { number, name: 'Again' } })).toMatchObject(refusal('card_taken'));
});
