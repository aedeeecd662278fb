import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { readConfig } from './config.ts';

const README = readFileSync(new URL('../../../../README.md', import.meta.url), 'utf8');
/** Read elsewhere: by the journeys, and by every program of Node. */
const NOT_OURS = { documented: ['CHROMIUM_PATH'], asked: ['NODE_ENV'] };

/** The names in the first column of the table of settings; `…_REST` shares the beginning of the name before it. */
function documented(): string[] {
  const rows = [...README.matchAll(/^\| (`[A-Z].*?) \|/gm)].map(([, names = '']) => names);
  return rows.flatMap((names) => {
    const [first = '', ...others] = [...names.matchAll(/`([^`]+)`/g)].map(([, name = '']) => name);
    return [first, ...others.map((name) => name.replace('…', first.slice(0, first.lastIndexOf('_'))))];
  });
}

/** Every name that is asked of the environment, whatever is chosen there. */
function asked(): Set<string> {
  const names = new Set<string>();
  for (const PAYMENT_OPTION of ['phonepe', 'razorpay', 'payu']) {
    for (const SMS_SENDER of ['msg91', 'twilio', undefined]) {
      const MAP_STYLE_URL = 'https://maps.example/style.json?key={key}';
      const chosen: Record<string, string | undefined> = {
        NODE_ENV: 'production',
        PAYMENT_OPTION,
        SMS_SENDER,
        MAP_STYLE_URL,
      };
      const env = new Proxy(chosen, {
        get(target, name: string) {
          names.add(name);
          return target[name];
        },
      });
      expect(() => readConfig(env)).toThrow('Bijli cannot start');
    }
  }
  return names;
}

test('the README tells of every setting, and of no other', () => {
  const told = documented().filter((name) => !NOT_OURS.documented.includes(name));
  // A template in Hindi is told of where the English one is.
  const read = [...asked()].filter((name) => !NOT_OURS.asked.includes(name) && !name.endsWith('_HI'));
  expect(told.toSorted()).toEqual(read.toSorted());
  expect(README).toContain('each with `_HI` behind it for Hindi');
});
