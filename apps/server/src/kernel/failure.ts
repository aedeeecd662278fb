import type { en } from './words/en.ts';

type Failures = (typeof en)['failures'];
export type FailureCode = keyof Failures;
type FactsOf<C extends FailureCode> = Parameters<Failures[C]>;

/**
 * A refusal: something the caller asked for that will not be done. Rules throw it; `http/` turns it into an answer in the
 * caller's language. Anything else that is thrown is a bug and answered as one.
 */
export class Failure extends Error {
  override name = 'Failure';
  readonly code: FailureCode;
  readonly facts: unknown;

  constructor(code: FailureCode, facts?: unknown) {
    super(facts ? `${code} ${JSON.stringify(facts)}` : code);
    this.code = code;
    this.facts = facts;
  }
}

/** Makes a refusal with the facts that its sentence needs. */
export function refuse<C extends FailureCode>(code: C, ...facts: FactsOf<C>): never {
  throw new Failure(code, facts[0]);
}

export function isFailure(error: unknown, code?: FailureCode): error is Failure {
  return error instanceof Failure && (code === undefined || error.code === code);
}
