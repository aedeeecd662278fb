/**
 * An answer in its recorded form: values that vary are replaced by their type, such as `<number>`, and a long list by
 * what all of its elements have. A key that ends in `?` may be missing.
 */
export type JsonAnswer = null | boolean | number | string | JsonAnswer[] | { [key: string]: JsonAnswer };

/** Fields with unpredictable values: secrets, and addresses of this machine. */
const UNFORESEEN = new Set([
  'token',
  'checksum',
  'hash',
  'orderId',
  'pay_url',
  'payment_url',
  'order_url',
  'checkout_script',
]);
/** A longer list is recorded as what all of its elements have. */
const MAX_LISTED = 5;
const EACH = '<each>';

const FORMS: [RegExp, string][] = [
  [/^\d{4}-\d{2}-\d{2}T[\d:.]+Z$/, '<time>'],
  [/^\d{4}-\d{2}-\d{2}$/, '<date>'],
  [/^[A-Z]-[0-9A-Z]{10}$/, '<reference>'],
];
/** The financial year in the number of a tax document. */
const YEAR = /^([A-Z]{2}\d*)\/\d{4}\/(\d{6})$/;

/**
 * Changes an answer to its recorded form. `varies`: fields that depend on time or on what the car took. A `?` marks
 * those that may be missing.
 */
export function normalised(answer: unknown, varies: readonly string[] = []): JsonAnswer {
  if (Array.isArray(answer)) {
    const elements = answer.map((element) => normalised(element, varies));
    return elements.length > MAX_LISTED ? { [EACH]: shapeOf(elements) } : elements;
  }
  if (typeof answer === 'object' && answer !== null)
    return Object.fromEntries(
      Object.entries(answer).map(([key, value]) => {
        if (varies.includes(`${key}?`)) return [`${key}?`, typeOf(value as JsonAnswer)];
        const isSecret = UNFORESEEN.has(key) && value !== '';
        const isOpen = varies.includes(key) && (value === null || typeof value !== 'object');
        return [key, isSecret || isOpen ? typeOf(value as JsonAnswer) : normalised(value, varies)];
      }),
    );
  if (typeof answer !== 'string') return answer as JsonAnswer;
  const [, form] = FORMS.find(([pattern]) => pattern.test(answer)) ?? [];
  return form ?? answer.replace(YEAR, '$1/<year>/$2');
}

/** Differences that break a client: what it would miss in the answer of now after the answer of before. */
export function differences(before: JsonAnswer, now: JsonAnswer | undefined, path = ''): string[] {
  const differs = [`${path}: ${JSON.stringify(before)} became ${JSON.stringify(now)}`];
  if (now === undefined) return [`${path}: ${JSON.stringify(before)} is missing`];
  if (isType(before)) return typesOf(now).every((type) => fits(type, typesOf(before))) ? [] : differs;
  if (Array.isArray(before)) {
    if (!Array.isArray(now) || now.length !== before.length) return differs;
    return before.flatMap((element, index) => differences(element, now[index], `${path}.${index}`));
  }
  if (typeof before !== 'object' || before === null) return before === now ? [] : differs;
  if (typeof now !== 'object' || now === null || Array.isArray(now)) return differs;
  return Object.entries(before).flatMap(([key, value]) => {
    const isOptional = key.endsWith('?');
    const name = isOptional ? key.slice(0, -1) : key;
    const found = now[name] ?? (isOptional ? now[key] : undefined) ?? (name in now ? null : undefined);
    return isOptional && found === undefined ? [] : differences(value, found, `${path}.${name}`);
  });
}

function shapeOf(elements: JsonAnswer[]): JsonAnswer {
  if (!elements.every((element) => typesOf(element)[0] === 'object'))
    return `<${[...new Set(elements.flatMap(typesOf))].toSorted().join(' or ')}>`;
  const objects = elements as { [key: string]: JsonAnswer }[];
  const keys = new Set(objects.flatMap((one) => Object.keys(one)));
  return Object.fromEntries(
    [...keys].toSorted().map((key) => {
      const values = objects.flatMap((one) => (key in one ? [one[key] ?? null] : []));
      const name = values.length === objects.length || key.endsWith('?') ? key : `${key}?`;
      return [name, values.every(Array.isArray) ? { [EACH]: shapeOf(values.flat()) } : shapeOf(values)];
    }),
  );
}

const isType = (value: JsonAnswer): value is string => typeof value === 'string' && /^<[^>]+>$/.test(value);
const typeOf = (value: JsonAnswer): string => `<${typesOf(value).join(' or ')}>`;

function typesOf(value: JsonAnswer): string[] {
  if (isType(value)) return value.slice(1, -1).split(' or ');
  if (Array.isArray(value)) return ['list'];
  return [value === null ? 'null' : typeof value];
}

/** A value with a form, such as a date, is also a text. */
function fits(type: string, allowed: string[]): boolean {
  return allowed.includes(type) || (allowed.includes('string') && FORMS.some(([, form]) => form === `<${type}>`));
}
