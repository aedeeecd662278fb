import type { Language } from './messages/language.ts';

/** One refusal: how it travels, and its sentence in each language. `facts` are what the sentence needs. */
interface RefusalDefinition {
  /** HTTP status of the refusal. Default: 422. */
  status?: number;
  /** True if the HTTP status is used even where refusals are sent with 200. */
  isAlwaysByStatus?: true;
  /** True if the answer also contains the facts. */
  tellsFacts?: true;
  en(this: void, facts: never): string;
  hi(this: void, facts: never): string;
}

/** A module's refusals by their codes; `<name>.refusals.ts` has them. */
export type Refusals = Record<string, RefusalDefinition>;

/** Refuses with the facts that the sentence needs. */
export type Refuse<T extends Refusals> = <C extends keyof T & string>(
  code: C,
  ...facts: Parameters<T[C]['en']>
) => never;

/**
 * A refusal: something the caller asked for that will not be done. Rules throw it; `http/` turns it into an answer in
 * the caller's language. Anything else that is thrown is a bug and answered as one.
 */
export class Refusal extends Error {
  override name = 'Refusal';
  readonly code: string;
  readonly definition: RefusalDefinition;
  readonly facts: unknown;

  constructor(code: string, definition: RefusalDefinition, facts?: unknown) {
    super(facts ? `${code} ${JSON.stringify(facts)}` : code);
    this.code = code;
    this.definition = definition;
    this.facts = facts;
  }

  /** The sentence for the caller. */
  sentence(language: Language): string {
    const inLanguage = this.definition[language] as (facts: unknown) => string;
    return inLanguage(this.facts);
  }
}

/** Creates a refusal of a module's table without throwing it. */
export function refusal<T extends Refusals, C extends keyof T & string>(
  table: T,
  code: C,
  ...facts: Parameters<T[C]['en']>
): Refusal {
  const definition = table[code];
  if (!definition) throw new Error(`No such refusal: ${code}`);
  return new Refusal(code, definition, facts[0]);
}

/** The `refuse` of a module's table. */
export function refusing<T extends Refusals>(table: T): Refuse<T> {
  return (code, ...facts) => {
    throw refusal(table, code, ...facts);
  };
}

/** True if an error is a refusal, with this code of a module's table if one is given. */
export function isRefusal<T extends Refusals>(error: unknown, table?: T, code?: keyof T & string): error is Refusal {
  if (!(error instanceof Refusal)) return false;
  return table === undefined || code === undefined || (error.code === code && error.definition === table[code]);
}
