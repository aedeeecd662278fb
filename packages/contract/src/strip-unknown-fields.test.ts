import { expect, test } from 'vitest';
import * as z from 'zod/mini';
import { api } from './api.ts';
import { stripOf } from './strip-unknown-fields.ts';

const vehicle = z.object({ name: z.string(), range: z.optional(z.number()) });
const schema = z.object({
  success: z.literal(true),
  list: z.array(vehicle),
  byMaker: z.record(z.string(), z.array(vehicle)),
  chosen: z.nullable(vehicle),
  place: z.tuple([z.number(), z.number()]),
  label: z.union([z.string(), z.object({ text: z.string() })]),
});

test('fields that a schema does not know are removed from a body at every depth, and the rest stays', () => {
  const body = {
    success: true,
    list: [{ name: 'One', range: 300 }, { name: 'Two' }],
    byMaker: { Tata: [{ name: 'Three' }] },
    chosen: { name: 'Four' },
    place: [12.9, 77.6],
    label: { text: 'Home' },
  };
  const secret = { password_hash: 'x' };
  const whole = {
    ...body,
    ...secret,
    list: body.list.map((one) => ({ ...one, ...secret })),
    byMaker: { Tata: [{ name: 'Three', ...secret }] },
    chosen: { ...body.chosen, ...secret },
  };
  const strip = stripOf(schema);
  expect(strip(whole)).toEqual(body);
  expect(strip({ ...whole, chosen: null })).toEqual({ ...body, chosen: null });
});

test('a body that does not match its schema is only stripped, not repaired', () => {
  const strip = stripOf(schema);
  expect(strip({ list: 'none', chosen: undefined, other: 1 })).toEqual({ list: 'none', chosen: undefined });
  expect(strip(undefined)).toBeUndefined();
});

test('every reply of the contract is stripped', () => {
  for (const { path, reply } of Object.values(api)) {
    const secret = { password_hash: 'x' };
    const [body, expected] = reply instanceof z.ZodMiniArray ? [[secret], [{}]] : [secret, {}];
    expect(stripOf(reply)(body), path).toEqual(expected);
  }
});
