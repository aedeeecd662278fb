import { randomInt } from 'node:crypto';
import { existsSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { parseEnv } from 'node:util';
import { parseConfig } from '#config/config.ts';
import { questionsFor, settingNames, type SetupQuestion } from '#config/questions.ts';
import { weaknessOf, type Strength } from '#config/secrets.ts';
import { parseOptions, UsageError } from '../arguments.ts';
import type { BareCommand, BareContext } from '../command.ts';

/** Characters that nobody confuses, and that a shell and systemd take unquoted. */
const SIGNS = 'ABCDEFGHJKLMNPQRSTUVWXYZabcdefghijkmnpqrstuvwxyz23456789';
/** The longest secret that every provider accepts. */
const SHARED_LENGTH = 18;
const OWN_LENGTH = 43;

type Answers = Record<string, string>;

export const setup: BareCommand = {
  name: 'setup',
  summary: 'Asks for what production needs and writes the file of settings',
  help: `npm run bijli -- setup [--out FILE] [--answers FILE]

Asks for each setting that a production server needs, creates the secrets that you can choose, and writes everything to a file that
only its owner can read. No secret is printed. If you run it again, it starts with the values in the file; an empty answer keeps a value.

  --out FILE       the file to write, by default bijli.env
  --answers FILE   reads the answers from this file, NAME=value on each line, and asks nothing; it may contain any setting

The file is for systemd (EnvironmentFile=) and for a shell: set -a; . ./bijli.env; set +a; npm start`,

  parseBare(args) {
    const values = parseOptions(args, { out: { type: 'string' }, answers: { type: 'string' } });
    const out = resolve(values.out ?? 'bijli.env');
    return async ({ say, ask }) => {
      const given = values.answers === undefined ? {} : readAnswers(values.answers);
      const answers: Answers = { ...(existsSync(out) && readAnswers(out)), ...given, NODE_ENV: 'production' };
      const made = await complete(answers, values.answers === undefined ? ask : undefined, say);
      const settings = withDatabase(answers);
      // It throws an error that says what is wrong or missing.
      parseConfig(settings);
      write(out, settings);
      say(`Written to ${out}. It holds ${made.length} new secrets, which are not shown.`);
      for (const { name, what } of made.filter(({ name }) => name.includes('WEBHOOK')))
        say(`Copy ${name} from there: ${what}`);
      return 0;
    };
  },
};

/** Asks for what is missing, or creates it. Returns the secrets that it created. */
async function complete(answers: Answers, ask: BareContext['ask'], say: BareContext['say']): Promise<SetupQuestion[]> {
  const settled = new Set<string>();
  const made: SetupQuestion[] = [];
  for (;;) {
    // An answer may bring further questions, so the list is made anew each time.
    const question = questionsFor(answers).find(({ name }) => !settled.has(name));
    if (!question) return made;
    const { name, strength, usual } = question;
    settled.add(name);
    if (strength && !answers[name]) {
      answers[name] = newSecretFor(strength);
      made.push(question);
    } else if (ask && !strength) {
      const answer = await answerTo(question, answers, ask, say);
      if (answer) answers[name] = answer;
    } else if (!answers[name] && usual) answers[name] = usual;
  }
}

/** Asks until the answer is valid. Problems with other answers show only later. */
async function answerTo(
  { name, what, usual, isSecret }: SetupQuestion,
  answers: Answers,
  ask: NonNullable<BareContext['ask']>,
  say: BareContext['say'],
): Promise<string> {
  for (;;) {
    const before = answers[name] ?? usual;
    const shown = isSecret && before ? 'as it is' : before;
    const answer = (await ask(`${what}\n${name}${shown ? ` [${shown}]` : ''}: `, isSecret)).trim() || before;
    const problem = problemOf(name, { ...answers, [name]: answer });
    if (problem === undefined) return answer;
    say(problem);
  }
}

function problemOf(name: string, answers: Answers): string | undefined {
  try {
    parseConfig(withDatabase(answers));
    return undefined;
  } catch (error) {
    const lines = (error as Error).message.split('\n').map((line) => line.replace(/^\s*- /, ''));
    return lines.find((line) => line.startsWith(`${name} `));
  }
}

/** Adds the embedded database if the operator has none. */
function withDatabase({ DATABASE: _chosen, ...answers }: Answers): Answers {
  return answers['DATABASE_URL'] ? answers : { ...answers, DATABASE: 'embedded' };
}

function newSecretFor(strength: Strength): string {
  const length = strength.minLength < 32 ? SHARED_LENGTH : OWN_LENGTH;
  for (;;) {
    const secret = Array.from({ length }, () => SIGNS[randomInt(SIGNS.length)]).join('');
    // One random secret in millions contains a word and counts as weak.
    if (weaknessOf(secret, strength) === undefined) return secret;
  }
}

/** Throws an error with a sentence if the file cannot be read. */
function readAnswers(file: string): Answers {
  if (!existsSync(file)) throw new UsageError(`There is no file ${file}.`);
  const answers = Object.fromEntries(
    Object.entries(parseEnv(readFileSync(file, 'utf8'))).flatMap(([name, value]) => (value ? [[name, value]] : [])),
  ) as Answers;
  const known = settingNames();
  const stranger = Object.keys(answers).find((name) => !known.has(name));
  if (stranger !== undefined) throw new UsageError(`${file} names ${stranger}, but there is no such setting.`);
  return answers;
}

function write(file: string, answers: Answers): void {
  const lines = Object.entries(answers).map(([name, value]) => `${name}=${quoted(name, value)}`);
  const text = ['# Settings of Bijli, written by "bijli setup". It holds secrets.', ...lines, ''].join('\n');
  writeFileSync(`${file}.part`, text, { mode: 0o600 });
  renameSync(`${file}.part`, file);
}

/** Quotes a line in a way that systemd, a shell and Node read alike. */
function quoted(name: string, value: string): string {
  if (/['\n\r]/.test(value)) throw new Error(`${name} must not contain an apostrophe or a line break.`);
  return /^[\w@%+=:,./-]+$/.test(value) ? value : `'${value}'`;
}
