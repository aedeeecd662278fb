import * as z from 'zod/mini';
import type { Strength } from './secrets.ts';

/** What docs/settings.md says about a setting, beside its schema. */
export interface AboutSetting {
  /** One sentence for the operator, which the table shows. */
  what: string;
  /** The default, as the operator would write it. A setting without a default for production must be set there. */
  default?: string | { demo: string; production?: string };
  /** What the table says if the default follows from other settings. */
  defaultText?: string;
  /** How strong a secret must be that the operator creates; `issued` if a provider issues it. */
  secret?: Strength | 'issued';
  /** The setting's name in the previous release. It still works for one release. */
  oldName?: string;
}

/** What the table says about every setting. The functions below fill in `type`. */
export const aboutSettings = z.registry<AboutSetting & { type: string }>();

const NOT_SET = 'is not set';

/** A text. It must be set if it has no default. */
export function text(about: AboutSetting) {
  return z.string(NOT_SET).register(aboutSettings, { type: 'text', ...about });
}

export function optionalText(about: AboutSetting) {
  return z.optional(z.string()).register(aboutSettings, { type: 'text', ...about });
}

/** A secret from the operator or a provider. Its default is for the demo only. */
export function secret(strength: Strength | 'issued', about: AboutSetting) {
  const type = strength === 'issued' ? 'secret' : `secret of at least ${strength.minLength} characters`;
  return z.string(NOT_SET).register(aboutSettings, { type, secret: strength, ...about });
}

/** A whole number with a minimum, or within a range. */
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

/** One of several values. `refused` has a sentence for each value that an earlier release allowed. */
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

/** Texts separated by commas. `problemOf` finds a problem with one of them. */
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

/** A text with its own reader, which reports a problem as the end of a sentence that begins with the setting's name. */
export function parsed<T>(read: (written: string, problem: (text: string) => void) => T) {
  return z.pipe(
    z.string(NOT_SET),
    z.transform((written: string, { issues }) =>
      read(written, (message) => issues.push({ code: 'custom', message, input: written })),
    ),
  );
}
