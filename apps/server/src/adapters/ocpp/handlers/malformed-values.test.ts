import { sql } from 'drizzle-orm';
import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { testApp } from '#testing/app.ts';
import { connectedChargePoint } from '#testing/charge-point-fixture.ts';

// With a real database behind it, which takes no NUL and no number of more bits than its column has.
const { app, url } = await testApp();
const chargePoint = await connectedChargePoint(url, 'FAST-1');
const AT = '2026-11-20T08:36:00Z';

async function rows(query: ReturnType<typeof sql>): Promise<unknown[]> {
  return (await app.database.execute(query)).rows;
}

test('a charge point that pads its texts with NUL boots, and is known by the texts without NUL', async () => {
  const padded = { chargePointVendor: 'Acme\0\0\0', chargePointModel: 'Fast\0', firmwareVersion: '1.2\0\0' };
  expect((await chargePoint.call('BootNotification', padded))[2]).toMatchObject({ status: 'Accepted' });
  expect(await rows(sql`select vendor, model, firmware from chargers where id = 'FAST-1'`)).toEqual([
    { vendor: 'Acme', model: 'Fast', firmware: '1.2' },
  ]);
  const status = { connectorId: 1, status: 'Available\0', errorCode: 'NoError\0\0', timestamp: AT };
  expect(await chargePoint.call('StatusNotification', status)).toEqual([3, expect.any(String), {}]);
  expect(await rows(sql`select status, error_code from connectors where charger_id = 'FAST-1' and number = 1`)).toEqual(
    [{ status: 'Available', error_code: 'NoError' }],
  );
  const start = { connectorId: 1, idTag: 'A1\0\0', meterStart: 5, timestamp: AT };
  expect((await chargePoint.call('StartTransaction', start))[2]).toMatchObject({ idTagInfo: { status: 'Invalid' } });
});

const START = { connectorId: 1, idTag: 'A1', meterStart: 5, timestamp: AT };
const STOP = { transactionId: 999, meterStop: 5, timestamp: AT };
const ODD = [
  2 ** 31,
  2 ** 53,
  2 ** 63,
  1e300,
  -(2 ** 40),
  -1,
  0.5,
  '99999999999999999999',
  '1e400',
  '\0',
  [],
  {},
  true,
];

test.each(
  ODD.flatMap((odd): [string, object][] => [
    ['StatusNotification', { connectorId: odd, status: 'Available', errorCode: 'NoError' }],
    ['StartTransaction', { ...START, connectorId: odd }],
    ['StartTransaction', { ...START, meterStart: odd }],
    ['StopTransaction', { ...STOP, transactionId: odd }],
    ['StopTransaction', { ...STOP, meterStop: odd }],
    ['MeterValues', { connectorId: odd, meterValue: [] }],
    [
      'MeterValues',
      { connectorId: 1, transactionId: odd, meterValue: [{ timestamp: AT, sampledValue: [{ value: odd }] }] },
    ],
    ['Authorize', { idTag: odd }],
  ]),
)('%s with the impossible figure %j is not reported as a bug of ours', async (action, payload) => {
  expect((await chargePoint.call(action, payload))[2]).not.toBe('InternalError');
});

/** Messages that are taken as they are. A message whose fields decide what is done with it has several. */
const VALID: [action: string, payload: object][] = [
  ['Authorize', { idTag: 'A1' }],
  ['BootNotification', { chargePointVendor: 'v', chargePointModel: 'm' }],
  ['DataTransfer', { vendorId: 'v' }],
  ['DataTransfer', { vendorId: 'Bijli', messageId: 'm', data: '{}' }],
  [
    'MeterValues',
    { connectorId: 1, transactionId: 999, meterValue: [{ timestamp: AT, sampledValue: [{ value: '5' }] }] },
  ],
  ['StartTransaction', START],
  ['StatusNotification', { connectorId: 1, status: 'Available', errorCode: 'NoError' }],
  ['StopTransaction', STOP],
  ['SecurityEventNotification', { type: 't', timestamp: AT }],
  ['LogStatusNotification', { status: 'Idle' }],
];

test('no message with known fields and any values is reported as a bug of ours', async () => {
  const value = fc.oneof(
    { weight: 3, arbitrary: fc.constantFrom<unknown>(...ODD, 1, AT, 'Available', 'A1', null) },
    fc.string({ unit: 'binary' }),
    fc.integer(),
    fc.double(),
    fc.jsonValue(),
  );
  const fields = [
    'connectorId',
    'transactionId',
    'meterStart',
    'meterStop',
    'idTag',
    'timestamp',
    'status',
    'errorCode',
    'reason',
    'chargePointVendor',
    'chargePointModel',
    'firmwareVersion',
    'vendorId',
    'messageId',
    'data',
    'type',
    'techInfo',
    'meterValue',
    'transactionData',
    'requestId',
    'csr',
    'info',
    'reservationId',
  ];
  const payload = fc.dictionary(fc.constantFrom(...fields), value);
  await fc.assert(
    fc.asyncProperty(fc.constantFrom(...VALID), payload, async ([name, valid], odd) => {
      const fieldsOf = { ...valid, ...odd };
      const answer = await chargePoint.call(name, fieldsOf);
      expect([name, fieldsOf, answer[2]]).not.toEqual([name, fieldsOf, 'InternalError']);
    }),
    { numRuns: 200 },
  );
});
