import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { formatCall, formatError, formatResult, parseFrame } from './rpc.ts';

test('a formatted frame is read back unchanged', () => {
  fc.assert(
    fc.property(fc.string(), fc.string(), fc.dictionary(fc.string(), fc.jsonValue()), (id, action, payload) => {
      const plain: unknown = JSON.parse(JSON.stringify(payload));
      const text = formatCall(id, action, payload);
      expect(parseFrame(text)).toEqual({ kind: 'call', id, answerId: id, action, payload: plain, text });
      expect(parseFrame(formatResult(id, payload))).toEqual({ kind: 'result', id, payload: plain });
    }),
  );
});

test('an error is cut to the length that OCPP-J allows', () => {
  const frame = parseFrame(formatError('7', 'InternalError', 'x'.repeat(1000)));
  expect(frame).toEqual({ kind: 'error', id: '7', code: 'InternalError', description: 'x'.repeat(255), details: {} });
});

test('a call without payload and one with a number as id are understood', () => {
  expect(parseFrame('[2,"a","Heartbeat"]')).toMatchObject({ kind: 'call', payload: {} });
  expect(parseFrame('[2,"a","Heartbeat",null]')).toMatchObject({ kind: 'call', payload: {} });
  expect(parseFrame('[2,"a","Heartbeat",[]]')).toMatchObject({ kind: 'call', payload: [] });
  expect(parseFrame('[2,17,"Heartbeat",{}]')).toMatchObject({ kind: 'call', id: '17', answerId: 17 });
});

test.each([
  ['', undefined],
  ['{}', undefined],
  ['[2]', undefined],
  ['[2,"a"]', 'a'],
  ['[9,"a","b",{}]', 'a'],
  ['[2,"a",{}]', 'a'],
  ['[2,"a","Heartbeat","now"]', 'a'],
  ['[2,"a","Heartbeat",[1]]', 'a'],
])('%s is not a frame, and can be answered only if it has an id', (text, id) => {
  const frame = parseFrame(text);
  expect(frame.kind).toBe('malformed');
  expect(frame.kind === 'malformed' && frame.id).toBe(id);
});

test('a stop with too many samples is read without them, anything else is refused', () => {
  const sample = '{"timestamp":"t","sampledValue":[{"value":"1","unit":"]\\\\\\"}"}]}';
  const samples = `[${Array.from({ length: 20_000 }, () => sample).join(',')}]`;
  const stop = `[2,"s1","StopTransaction",{"transactionId":7,"transactionData": ${samples},"meterStop":5}]`;
  expect(parseFrame(stop)).toEqual({
    kind: 'call',
    id: 's1',
    answerId: 's1',
    action: 'StopTransaction',
    payload: { transactionId: 7, transactionData: [], meterStop: 5 },
    text: stop.slice(0, 1024 * 1024),
    isCut: true,
  });
  expect(parseFrame(stop.replace('StopTransaction', 'DataTransfer'))).toMatchObject({ kind: 'malformed', id: 's1' });
  expect(parseFrame(stop.slice(0, -30))).toMatchObject({ kind: 'malformed', id: 's1' });
});

test('the stored part of a very long frame does not keep all of it in memory', () => {
  setFlagsFromString('--expose-gc');
  const collectGarbage = runInNewContext('gc') as () => void;
  // Long strings made from bytes are stored outside the heap.
  const bytesUsed = (): number => {
    collectGarbage();
    const { heapUsed, external } = process.memoryUsage();
    return heapUsed + external;
  };
  const before = bytesUsed();
  const kept = Array.from({ length: 8 }, (_, index) => {
    const call = parseFrame(Buffer.from(formatCall(`${index}`, 'DataTransfer', { data: 'x'.repeat(8e6) })).toString());
    return call.kind === 'call' && call.text;
  });
  expect(bytesUsed() - before).toBeLessThan(40e6);
  expect(kept.every((text) => text && text.length === 1024 * 1024)).toBe(true);
});

test('no text makes the parser throw', () => {
  fc.assert(
    fc.property(fc.oneof(fc.string(), fc.json()), (text) => {
      expect(parseFrame(text).kind).toBeTypeOf('string');
    }),
  );
});

test('a message id has at most 128 characters, more than OCPP allows: a call with a longer one is refused under its id', () => {
  const frameOf = (type: number, id: string) => parseFrame(`[${type},"${id}","Heartbeat",{}]`);
  const refused = { kind: 'malformed', problem: 'the message id is too long' };
  expect(frameOf(2, 'x'.repeat(128))).toMatchObject({ kind: 'call' });
  for (const id of ['x'.repeat(129), 'x'.repeat(1_000)]) {
    expect(frameOf(2, id)).toEqual({ ...refused, id });
    for (const type of [3, 4, 9]) expect(frameOf(type, id)).toEqual(refused);
  }
  expect(frameOf(2, 'x'.repeat(1_001))).toEqual(refused);
});

test('texts lose NUL, other control characters and halves of characters', () => {
  const padded =
    '[2,"a\\u0000","DataTransfer",{"vendorId":"Acme\\u0000\\u0000","list":[{"x":"\\ud800\\u001b1\\b\\f2\\tn\\n"}]}]';
  expect(parseFrame(padded)).toMatchObject({
    id: 'a\u0000',
    payload: { vendorId: 'Acme', list: [{ x: '\ufffd12\tn\n' }] },
  });
  expect(parseFrame('[4,"a","Generic\\u0000Error","no\\u0000"]')).toMatchObject({
    code: 'GenericError',
    description: 'no',
  });
});

test.each(['[', '{"a":'])('a frame may be tens of thousands of lists deep: %s', (open) => {
  const depth = 40_000;
  const deep = open.repeat(depth) + '1' + (open === '[' ? ']' : '}').repeat(depth);
  expect(parseFrame(`[2,"a","MeterValues",{"x":${deep}}]`).kind).toBe('call');
  expect(parseFrame(`[2,"a","MeterValues",{"x":[${deep},"\\u0000"]}]`).kind).toBe('call');
  expect(parseFrame(`[${deep},"a"]`)).toEqual({ kind: 'malformed', id: 'a', problem: 'unknown message type' });
  expect(parseFrame(`[2,"a",${deep}]`).kind).toBe('malformed');
});

test('a result that is nested too deeply cannot be read, and such details of a CALLERROR are left out', () => {
  const deep = (depth: number) => `${'{"a":'.repeat(depth)}1${'}'.repeat(depth)}`;
  const unreadable = { kind: 'unreadable', id: 'a', problem: 'the answer is nested too deeply' };
  const error = { kind: 'error', id: 'a', code: 'NotSupported', description: 'no' };
  const resultOf = (depth: number) => parseFrame(`[3,"a",${deep(depth)}]`);
  const errorOf = (depth: number) => parseFrame(`[4,"a","NotSupported","no",${deep(depth)}]`);
  expect([resultOf(20), errorOf(20)]).toMatchObject([{ kind: 'result' }, { ...error, details: { a: { a: {} } } }]);
  expect([resultOf(8_000), errorOf(8_000)]).toEqual([unreadable, { ...error, details: {} }]);
});

test('a frame with more lists and objects than the longest session needs is refused unread, by its id if that can be read', () => {
  const sample = '{"timestamp":"2026-11-20T08:36:00Z","sampledValue":[{"value":"1"}]}';
  const stop = (count: number) =>
    `[2,"x1","StopTransaction",{"transactionData":[${Array.from({ length: count }, () => sample).join()}]}]`;
  expect(parseFrame(stop(15_000)).kind).toBe('call');
  const refused = { kind: 'malformed', problem: 'more lists and objects than a message has' };
  expect(parseFrame(stop(17_000).replace('StopTransaction', 'DataTransfer'))).toEqual({ ...refused, id: 'x1' });
  expect(parseFrame(`[2,{},"a","b",${'['.repeat(60_000)}`)).toEqual(refused);
});

test('a charge point’s error text is cut, whatever it wrote', () => {
  const frame = parseFrame(`[4,"a","${'c'.repeat(5000)}","${'d'.repeat(5000)}"]`);
  expect(frame).toMatchObject({ code: 'c'.repeat(50), description: 'd'.repeat(255) });
});
