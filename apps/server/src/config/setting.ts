import * as z from 'zod/mini';
import type { Strength } from './secrets.ts';

/** What is said of a setting beside its schema: docs/settings.md is printed from it. */
export interface AboutSetting {
  /** One sentence for the operator. */
  what: string;
  /** What holds where it is not set, written as one would set it. Without one for production it must be set there. */
  default?: string | { demo: string; production?: string };
  /** What the table says of the default, where that follows from other settings. */
  defaultText?: string;
  /** Of a secret that the operator makes up; `issued` for one that a vendor gives. */
  secret?: Strength | 'issued';
  /** What it was called in the release before, which goes on working for one release. */
  oldName?: string;
}

/** What the table says of every setting. `type` is known by the functions below. */
export const aboutSettings = z.registry<AboutSetting & { type: string }>();

const NOT_SET = 'is not set';

/** A text that must be set where it has no default. */
export function text(about: AboutSetting) {
  return z.string(NOT_SET).register(aboutSettings, { type: 'text', ...about });
}

export function optionalText(about: AboutSetting) {
  return z.optional(z.string()).register(aboutSettings, { type: 'text', ...about });
}

/** A secret that the operator or a vendor makes: its default is for the demo only. */
export function secret(strength: Strength | 'issued', about: AboutSetting) {
  const type = strength === 'issued' ? 'secret' : `secret of at least ${strength.minLength} characters`;
  return z.string(NOT_SET).register(aboutSettings, { type, secret: strength, ...about });
}

/** A whole number from a smallest, or within a range. */
export function whole(range: number | { min: number; max: number }, about: AboutSetting) {
  const [min, max] = typeof range === 'number' ? [range, undefined] : [range.min, range.max];
  const error = `must be a whole number ${max === undefined ? `from ${min}` : `from ${min} to ${max}`}`;
  const fits = (value: number) => Number.isInteger(value) && value >= min && value <= (max ?? value);
  const type = `whole number from ${min}${max === undefined ? '' : ` to ${max}`}`;
  return z.coerce
    .number(error)
    .check(z.refine(fits, error))
    .register(aboutSettings, { type, ...about });
}

/** One of some values. `refused` has a sentence of its own for values that were taken once. */
export function choice<const T extends string>(
  values: readonly T[],
  about: AboutSetting,
  refused: Record<string, string> = {},
) {
  const error = ({ input }: { input?: unknown }): string =>
    input === undefined ? NOT_SET : (refused[String(input)] ?? `has an unknown value: ${String(input)}`);
  const type = values.filter(Boolean).map((value) => `\`${value}\``);
  return z.enum(values, { error }).register(aboutSettings, { type: type.join(' or '), ...about });
}

/** Texts with commas between, of which `problemOf` says what is wrong with one. */
export function list(about: AboutSetting, problemOf: (one: string) => string | undefined = () => undefined) {
  const schema = parsed((written, problem) => {
    const entries = written.split(',').filter(Boolean);
    for (const one of entries) {
      const wrong = problemOf(one);
      if (wrong) problem(wrong);
    }
    return entries;
  });
  return schema.register(aboutSettings, { type: 'list', default: '', ...about });
}

/** A text that is read by a rule of its own, which tells what is wrong as the end of a sentence that begins with the name. */
export function parsed<T>(read: (written: string, problem: (text: string) => void) => T) {
  return z.pipe(
    z.string(NOT_SET),
    z.transform((written: string, { issues }) =>
      read(written, (message) => issues.push({ code: 'custom', message, input: written })),
    ),
  );
}
