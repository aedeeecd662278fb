import { SQL } from 'drizzle-orm';

/**
 * A statement whose text is always the same, with a value for each `$1`, `$2` …: for statements that run often. Drizzle
 * puts other statements together from their parts at each run, which can take as long as everything else that this
 * process does for them.
 */
export const fixedStatement = (text: string, values: readonly (string | number | null)[]): SQL =>
  new FixedStatement(text, values);

class FixedStatement extends SQL {
  readonly #text: string;
  readonly #values: readonly (string | number | null)[];

  constructor(text: string, values: readonly (string | number | null)[]) {
    super([]);
    this.#text = text;
    this.#values = values;
  }

  override toQuery(): ReturnType<SQL['toQuery']> {
    return { sql: this.#text, params: [...this.#values] };
  }
}

/** An array of PostgreSQL as text. */
export function arrayOf(values: readonly (string | number | boolean | null)[]): string {
  return `{${values.map((value) => (typeof value === 'string' ? quoted(value) : String(value))).join(',')}}`;
}

const quoted = (value: string): string => `"${value.replaceAll(/["\\]/g, String.raw`\$&`)}"`;
