import { globSync, readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { runScenario, parseScenario } from './scenario.ts';

test('a scenario has one step for each line, without comments; a failing step is named', async () => {
  const steps = parseScenario('# a remark\n\nplug 1  # at the first\nwait 0\nuntil transaction 7\nquit\n');
  expect(steps.map(({ line, words }) => [line, words.join(' ')])).toEqual([
    [3, 'plug 1'],
    [4, 'wait 0'],
    [5, 'until transaction 7'],
    [6, 'quit'],
  ]);
  const done: string[] = [];
  const run = async (words: string[]) => {
    if (words[0] === 'bark') throw new Error('unknown: bark');
    done.push(words.join(' '));
  };
  const says = async (words: string) => void done.push(`heard ${words}`);
  await runScenario(steps, { run, says });
  expect(done).toEqual(['plug 1', 'heard transaction 7', 'quit']);
  await expect(runScenario(parseScenario('plug 1\nbark\nquit'), { run, says })).rejects.toThrow(
    'line 2, bark: unknown',
  );
  await expect(runScenario(parseScenario('wait soon'), { run, says })).rejects.toThrow('line 1, wait soon: wait needs');
  const never = (_: string, signal: AbortSignal) =>
    new Promise((__, reject) => signal.addEventListener('abort', () => reject(signal.reason as Error)));
  await expect(runScenario(parseScenario('until Godot'), { run, says: never }, 1)).rejects.toThrow(
    'line 1, until Godot',
  );
});

test('the included scenarios use only known steps', () => {
  const known = /^(plug|unplug|fault|clear|stop|card|quirk|drop|back|power|status|quit|wait|until)$/;
  const files = globSync(`${import.meta.dirname}/../scenarios/*.txt`);
  expect(files.length).toBeGreaterThan(1);
  for (const file of files)
    for (const { words } of parseScenario(readFileSync(file, 'utf8'))) expect(words[0], file).toMatch(known);
});
