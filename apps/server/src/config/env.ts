import * as z from 'zod/mini';
import { DEMO, weaknessOf } from './secrets.ts';

export type Environment = Record<string, string | undefined>;
export type EnvReader = ReturnType<typeof readEnv>;

/** Reads settings out of the environment; what is missing or wrong is gathered in `problems`. */
export function readEnv(env: Environment) {
  const problems: string[] = [];
  const demo = env['NODE_ENV'] !== 'production';
  const text = (name: string, fallback: string): string => env[name] || fallback;

  /** What production has to set; the demo has one of its own. */
  function needed(name: string): string {
    const value = env[name] || (demo ? DEMO[name] : undefined);
    const problem = value ? !demo && weaknessOf(name, value) : 'is not set';
    if (problem) problems.push(`${name} ${problem}`);
    return value ?? '';
  }

  function whole(name: string, fallback: number, least = 0): number {
    const value = env[name] ? Number(env[name]) : fallback;
    if (!Number.isInteger(value) || value < least) problems.push(`${name} must be a whole number of at least ${least}`);
    return value;
  }

  function choice<T>(name: string, schema: z.ZodMiniType<T>, fallback: T): T {
    const result = z.safeParse(schema, env[name] || fallback);
    if (!result.success) problems.push(`${name} has an unknown value: ${env[name]}`);
    return result.success ? result.data : fallback;
  }

  return { env, demo, problems, text, needed, whole, choice };
}
