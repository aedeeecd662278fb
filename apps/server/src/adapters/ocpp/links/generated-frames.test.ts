import * as fc from 'fast-check';
import { afterAll, expect, test } from 'vitest';
import { BareChargePoint, ocppFixture } from '#testing/charge-point-fixture.ts';
import { RawLink, wsFrame } from '#testing/raw-link.ts';

const fixture = await ocppFixture();
const honest = await new BareChargePoint(`${fixture.url}/CP-HONEST`).open();
afterAll(async () => {
  honest.socket.terminate();
  await fixture.close();
});

const START = { connectorId: 1, idTag: 'A1', meterStart: 5, timestamp: '2026-11-20T08:36:00Z' };
const ACTIONS =
  'Authorize BootNotification DataTransfer Heartbeat MeterValues StartTransaction StatusNotification StopTransaction SecurityEventNotification SignCertificate RemoteStartTransaction __proto__ constructor toString Heartbeat\u0000'.split(
    ' ',
  );
/** JSON as no library writes it. */
const ODD_JSON = [
  '{"__proto__":{"idTag":"A"},"idTag":"B"}',
  '{"idTag":"A","idTag":"B","idTag":{}}',
  '{"connectorId":1e999,"meterStart":-0,"transactionId":1E2}',
  '{"idTag":"\\ud800","status":"\\udfff\\u0000","errorCode":"\\u202e"}',
  `{"meterValue":${'['.repeat(3_000)}${']'.repeat(3_000)}}`,
  `{"meterValue":[${'[],'.repeat(20_000)}[]]}`,
  `{"meterValue":[{"sampledValue":[${'{"phase":{}},'.repeat(10_000)}{}]}]}`,
  `{"transactionData":{"sampledValue":{"value":"${'9'.repeat(50_000)}"}}}`,
  `{${Array.from({ length: 5_000 }, (_, index) => `"a${index}":${index}`).join(',')}}`,
  'null',
  '1',
  '"text"',
  '[[[]]]',
  '{',
  '',
];

const json = fc.oneof(
  fc.constantFrom(...ODD_JSON),
  fc.constant(JSON.stringify(START)),
  fc.json({ maxDepth: 6 }),
  fc.string({ unit: 'binary' }).map((text) => JSON.stringify(text)),
);
const id = fc.oneof(
  fc.constantFrom(
    '"1"',
    '1',
    'null',
    '""',
    '{}',
    `"${'x'.repeat(40)}"`,
    '"\\u0000"',
    `${'['.repeat(2_000)}${']'.repeat(2_000)}`,
  ),
  fc.string({ unit: 'binary' }).map((text) => JSON.stringify(text)),
);
const type = fc.oneof(fc.constantFrom('2', '3', '4', '9', '"2"', '2.0', '[2]', 'null'), fc.json());
const message = fc.oneof(
  fc
    .tuple(
      type,
      id,
      fc.constantFrom(...ACTIONS).map((name) => JSON.stringify(name)),
      json,
    )
    .map((parts) => `[${parts.join(',')}]`),
  fc.tuple(type, fc.array(json, { maxLength: 6 })).map(([first, rest]) => `[${[first, ...rest].join(',')}]`),
  json,
);

/** Whole messages, pieces of them with others in between, control frames, and bytes that are no frames. */
const bytes = fc.oneof(
  { weight: 6, arbitrary: fc.tuple(fc.constantFrom(1, 2), message).map(([opcode, text]) => wsFrame(opcode, text)) },
  {
    weight: 2,
    arbitrary: fc
      .tuple(message, fc.nat(50), fc.boolean())
      .map(([text, at, isEnded]) =>
        Buffer.concat([
          wsFrame(1, text.slice(0, at), { final: false }),
          wsFrame(9, 'between'),
          wsFrame(0, text.slice(at), { final: isEnded }),
        ]),
      ),
  },
  {
    weight: 1,
    arbitrary: fc
      .tuple(fc.nat(15), fc.uint8Array({ maxLength: 200, size: 'max' }))
      .map(([opcode, content]) => wsFrame(opcode, Buffer.from(content))),
  },
  { weight: 1, arbitrary: fc.constant(Buffer.concat(Array.from({ length: 400 }, () => wsFrame(9, 'flood')))) },
  {
    weight: 1,
    arbitrary: fc.uint8Array({ minLength: 1, maxLength: 40, size: 'max' }).map((content) => Buffer.from(content)),
  },
);

test('after any message of one charge point the next one is served, and no message is reported as a bug of ours [OCPP-18]', async () => {
  let links = 0;
  await fc.assert(
    fc.asyncProperty(
      fc.array(bytes, { minLength: 1, maxLength: 12, size: 'max' }),
      fc.constantFrom('ocpp1.6', 'ocpp1.6', 'ocpp1.6', 'ocpp2.0.1', ''),
      async (writes, protocol) => {
        links += 1;
        const hostile = new RawLink(`${fixture.url}/CP-${links}`, { protocol });
        await hostile.status();
        for (const write of writes) hostile.write(write);
        hostile.socket.end();
        const start = await honest.call('StartTransaction', START);
        expect(start[2]).toEqual({ transactionId: 1000, idTagInfo: { status: 'Accepted' } });
        await hostile.closed;
        expect((await honest.call('Heartbeat', {}))[0]).toBe(3);
        const counts = fixture.central.counts();
        expect([counts['ocpp.link_failed'], counts['ocpp.message_not_saved']]).toEqual([undefined, undefined]);
      },
    ),
    { numRuns: 150 },
  );
});
