import { setTimeout as pause } from 'node:timers/promises';

/** Time limit of one `until` step. */
const WITHIN_MS = 5 * 60_000;

/** What runs the steps of a scenario. */
export interface StepRunner {
  /** Runs a command as if it was typed. Throws if there is no such command. */
  run(words: string[]): Promise<unknown>;
  /**
   * Resolves when the charge point prints a line with these words, or has since the last `until`. Rejects when the
   * signal aborts.
   */
  says(words: string, signal: AbortSignal): Promise<unknown>;
}

/** A step of a scenario with its line number. */
export interface Step {
  line: number;
  words: string[];
}

/** Parses a scenario: one step a line. `#` begins a comment, and empty lines are ignored. */
export function parseScenario(text: string): Step[] {
  return text
    .split('\n')
    .map((line, index) => ({
      line: index + 1,
      words: line
        .replace(/(^|\s)#.*$/, '')
        .split(/\s+/)
        .filter(Boolean),
    }))
    .filter(({ words }) => words.length > 0);
}

/**
 * Runs the steps in order: commands as typed, `wait SECONDS`, and `until WORDS`, which waits until the charge point has
 * printed them. Throws with the line number of the step that failed.
 */
export async function runScenario(steps: readonly Step[], runner: StepRunner, withinMs = WITHIN_MS): Promise<void> {
  for (const { line, words } of steps) {
    const [word = '', ...rest] = words;
    try {
      if (word === 'wait') await pause(seconds(rest) * 1000);
      else if (word === 'until') await runner.says(rest.join(' '), AbortSignal.timeout(withinMs));
      else await runner.run(words);
    } catch (error) {
      const why = (error as Error).name === 'AbortError' ? 'it was not said in time' : (error as Error).message;
      throw new Error(`line ${line}, ${words.join(' ')}: ${why}`, { cause: error });
    }
  }
}

function seconds([text = '', ...more]: string[]): number {
  const number = Number(text);
  if (more.length === 0 && text !== '' && number >= 0) return number;
  throw new Error('wait needs a number of seconds');
}
