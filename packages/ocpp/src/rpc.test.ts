import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { formatCall, formatError, formatResult, parseFrame, rawPayload, type Call } from './rpc.ts';

test('what is formatted is read back as it was', () => {
  fc.assert(
    fc.property(fc.string(), fc.string(), fc.dictionary(fc.string(), fc.jsonValue()), (id, action, payload) => {
      const plain: unknown = JSON.parse(JSON.stringify(payload));
      const text = formatCall(id, action, payload);
      expect(parseFrame(text)).toEqual({ kind: 'call', id, action, payload: plain, text });
      expect(parseFrame(formatResult(id, payload))).toEqual({ kind: 'result', id, payload: plain });
    }),
  );
});

test('an error is cut to the length that OCPP-J allows', () => {
  const frame = parseFrame(formatError('7', 'InternalError', 'x'.repeat(1000)));
  expect(frame).toEqual({ kind: 'error', id: '7', code: 'InternalError', description: 'x'.repeat(255) });
});

test('a call without payload and one with a number as id are understood', () => {
  expect(parseFrame('[2,"a","Heartbeat"]')).toMatchObject({ kind: 'call', payload: {} });
  expect(parseFrame('[2,17,"Heartbeat",{}]')).toMatchObject({ kind: 'call', id: '17' });
});

test.each([
  ['', undefined],
  ['{}', undefined],
  ['[2]', undefined],
  ['[2,"a"]', 'a'],
  ['[9,"a","b",{}]', 'a'],
  ['[2,"a",{}]', 'a'],
])('%s is no frame, and can be answered only when it has an id', (text, id) => {
  const frame = parseFrame(text);
  expect(frame.kind).toBe('malformed');
  expect(frame.kind === 'malformed' && frame.id).toBe(id);
});

test('no text makes the reader throw', () => {
  fc.assert(
    fc.property(fc.oneof(fc.string(), fc.json()), (text) => {
      expect(parseFrame(text).kind).toBeTypeOf('string');
    }),
  );
});

test('the raw payload is what the charger wrote, letter for letter', () => {
  const payload = '{ "connectorId":1, "value": 1.50, "note": "}{" }';
  const callOf = (text: string) => rawPayload(parseFrame(text) as Call);
  expect(callOf(`[2,"{id}","MeterValues", ${payload} ]`)).toBe(payload);
  expect(callOf(`[2,"MeterValues","MeterValues",${payload}]`)).toBe(payload);
  expect(callOf(`[2,"a","\\u004deterValues",${payload}]`)).toBe('{"connectorId":1,"value":1.5,"note":"}{"}');
  expect(callOf('[2,"a","MeterValues"]')).toBe('{}');
});
