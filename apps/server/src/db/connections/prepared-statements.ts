import type { Client, QueryConfig } from 'pg';
import { createRecentCache } from '#kernel/recent-cache.ts';
import { PipelinedClient } from './pipelined-client.ts';

/** Statements that have run this often are prepared. Statements that run once at a start are not. */
const RUNS_BEFORE = 2;
/** Every connection keeps the plan of each statement, so their number is limited. */
const MAX_PREPARED = 500;
const MAX_COUNTED = 2_000;
/**
 * A connection drops its plans after the first number of statements, then each time it has run as many again, and after
 * the second number at the latest.
 */
const RUNS_OF_FIRST_PLANS = 64;
const MAX_RUNS_OF_PLANS = 8_192;

/**
 * A client for which PostgreSQL parses and plans a statement once instead of at every run, because planning a movement
 * of money costs more than running it. It prepares only statements with parameters and without their own name. Source:
 * PostgreSQL's page on PREPARE, which also says when it keeps a plan for all values.
 *
 * Such a plan fits the tables as they were. For an empty table it reads all rows, and continues to do so while the
 * table grows, until PostgreSQL analyses it a minute or more later. So a connection drops all its plans, also those of
 * foreign keys, each time it may have doubled the tables.
 */
export function preparingClient(): typeof Client {
  const names = new Map<string, string>();
  const runs = createRecentCache<string, number>(MAX_COUNTED);

  function nameOf(text: string): string | undefined {
    const name = names.get(text);
    if (name !== undefined || names.size >= MAX_PREPARED) return name;
    const before = runs.get(text) ?? 0;
    runs.set(text, before + 1);
    if (before < RUNS_BEFORE) return undefined;
    runs.delete(text);
    const added = `statement-${names.size + 1}`;
    names.set(text, added);
    return added;
  }

  return class extends PipelinedClient {
    #runs = 0;
    #dropPlansAt = RUNS_OF_FIRST_PLANS;

    #dropOldPlans(): void {
      this.#runs += 1;
      if (this.#runs < this.#dropPlansAt) return;
      this.#dropPlansAt += Math.min(this.#runs, MAX_RUNS_OF_PLANS);
      // The next statement gets an error of the connection or transaction.
      super.query('discard plans').catch(() => undefined);
    }

    override query: Client['query'] = (query: unknown, values?: unknown, ...rest: unknown[]) => {
      this.#dropOldPlans();
      const named = isNameless(query, values) ? { ...query, name: nameOf(query.text) } : query;
      return this.send(named, values, ...rest) as never;
    };
  };
}

/** True for a statement with parameters and without its own name. */
function isNameless(query: unknown, boundValues: unknown): query is QueryConfig {
  if (typeof query !== 'object' || query === null || 'submit' in query || !('text' in query)) return false;
  const { name, values = boundValues } = query as QueryConfig;
  return name === undefined && Array.isArray(values) && values.length > 0;
}
