import { playScenario, type DemoScenario } from '../seed/demo-scenarios.ts';
import type { Command } from './command.ts';

/** For the help of a command that changes the demo. */
export const LASTS = 'It lasts until the next "demo" command. The demo must be running.';

/** The task of a command that plays a situation in the running demo. */
export function playDemo(what: DemoScenario, sentence: string): ReturnType<Command['parse']> {
  return async ({ config, say }) => {
    await playScenario(config.dataDir, what);
    say(sentence);
    return 0;
  };
}
