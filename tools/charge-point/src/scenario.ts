import { setTimeout as pause } from 'node:timers/promises';

/** How long the words of one step are waited for. */
const WITHIN_MS = 5 * 60_000;

/** What carries a scenario out. */
export interface Stage {
  /** Does what would be typed. Throws where there is no such command. */
  run(words: string[]): Promise<unknown>;
  /** Settles when the charge point says a line with these words in it, or has since the last `until`; rejects when the signal aborts. */
  says(words: string, signal: AbortSignal): Promise<unknown>;
}

/** A step of a scenario, by its line. */
export interface Step {
  line: number;
  words: string[];
}

/** The steps of a text: a line each, `#` begins a remark, empty lines say nothing. */
export function readScenario(text: string): Step[] {
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
 * Carries steps out one after the other: what would be typed, `wait SECONDS`, and `until WORDS`, which waits until the charge point
 * has said them. Throws with the line of the step that failed.
 */
export async function runScenario(steps: readonly Step[], stage: Stage, withinMs = WITHIN_MS): Promise<void> {
  for (const { line, words } of steps) {
    const [word = '', ...rest] = words;
    try {
      if (word === 'wait') await pause(seconds(rest) * 1000);
      else if (word === 'until') await stage.says(rest.join(' '), AbortSignal.timeout(withinMs));
      else await stage.run(words);
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
