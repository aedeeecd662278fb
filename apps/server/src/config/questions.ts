import { aboutOf } from './env.ts';
import { SECTIONS } from './schema.ts';
import type { Strength } from './secrets.ts';
import { isNeeded } from './table.ts';

/** A setting that `bijli setup` asks for. */
export interface SetupQuestion {
  name: string;
  what: string;
  /** The value that an empty answer stands for. */
  usual: string;
  /** The terminal must not show the answer. */
  isSecret: boolean;
  /** Set for a secret that setup creates if there is none. */
  strength: Strength | undefined;
}

/** Setup also asks for settings that only the first start reads, and for those that a new machine usually needs. */
const ASKED_TOO = new Set([
  'DATABASE_URL',
  'BACKUP_TO',
  'PORT',
  'TRUST_PROXY',
  'BRAND',
  'SUPPLIER_NAME',
  'SUPPLIER_STATE',
]);
const CHOICES = new Set(['PAYMENT_OPTION', 'SMS_PROVIDER']);
const OF_A_BUCKET = new Set(['BACKUP_S3_KEY_ID', 'BACKUP_S3_SECRET']);
const MADE: Record<string, Strength> = { METRICS_TOKEN: { minLength: 32, command: '' } };

/**
 * The questions that follow from the answers so far. A choice adds the settings that it needs, and `DATABASE_URL`
 * removes backups.
 */
export function questionsFor(answers: Readonly<Record<string, string | undefined>>): SetupQuestion[] {
  const isOwn = Boolean(answers['DATABASE_URL']);
  const isBucket = answers['BACKUP_TO']?.startsWith('http') === true;
  const chosen = SECTIONS.filter(({ only }) => !only || (answers[only.setting] ?? usualOf(only.setting)) === only.is);
  return chosen.flatMap(({ settings }) =>
    Object.entries(settings).flatMap(([name, schema]) => {
      const about = aboutOf(name, schema);
      const isWanted =
        isNeeded(schema, about) ||
        ASKED_TOO.has(name) ||
        CHOICES.has(name) ||
        name in MADE ||
        (isBucket && OF_A_BUCKET.has(name));
      if (!isWanted || (isOwn && name.startsWith('BACKUP_'))) return [];
      const strength = MADE[name] ?? (typeof about.secret === 'object' ? about.secret : undefined);
      return [{ name, what: about.what, usual: usualOf(name), isSecret: about.secret !== undefined, strength }];
    }),
  );
}

export function settingNames(): Set<string> {
  return new Set(SECTIONS.flatMap(({ settings }) => Object.keys(settings)));
}

function usualOf(name: string): string {
  const schema = SECTIONS.flatMap(({ settings }) => Object.entries(settings)).find(([one]) => one === name)?.[1];
  const value = schema && aboutOf(name, schema).default;
  return (typeof value === 'object' ? value.production : value) ?? '';
}
