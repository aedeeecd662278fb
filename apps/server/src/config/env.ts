import * as z from 'zod/mini';
import { SECTIONS, settingsSchema, type SettingName, type Settings } from './schema.ts';
import { weaknessOf } from './secrets.ts';
import { aboutSettings, type AboutSetting } from './setting.ts';

export type Environment = Record<string, string | undefined>;

type Texts = { [name in SettingName]?: string | undefined };

/**
 * The settings that the operator has written, under their current names and with defaults filled in. Empty settings are
 * left out.
 */
export interface WrittenSettings {
  isDemo: boolean;
  texts: Texts;
  problems: string[];
}

/** Fills in defaults and translates former names. `problems` says what is wrong with former names. */
export function parseEnvironment(env: Environment): WrittenSettings {
  const isDemo = env['NODE_ENV'] !== 'production';
  const problems: string[] = [];
  const texts: Texts = {};
  for (const [name, about] of everySetting()) {
    const former = (about.oldName && env[about.oldName]) || undefined;
    if (former && env[name] && former !== env[name])
      problems.push(`${name} and its former name ${about.oldName} are set to different values: leave out the former`);
    texts[name] = env[name] || former || defaultOf(about, isDemo ? 'demo' : 'production');
  }
  return { isDemo, texts, problems };
}

/** Checks each setting alone. Returns the problems as sentences, or the settings if there are none. */
export function parseSettings({ isDemo, texts }: WrittenSettings): {
  problems: string[];
  settings: Settings | undefined;
} {
  const parsed = z.safeParse(settingsSchema, texts);
  const weak = isDemo ? [] : weakSecrets(texts);
  if (parsed.success) return { problems: weak, settings: parsed.data };
  // The setting that makes the choice reports a wrong value itself, so the union need not report it again.
  const issues = parsed.error.issues.filter(({ code }) => code !== 'invalid_union');
  const problems = issues.map(({ path, message }) => `${path.join('.')} ${message}`);
  return { problems: [...problems, ...weak], settings: undefined };
}

function weakSecrets(texts: Texts): string[] {
  const chosen = SECTIONS.filter(({ only }) => !only || texts[only.setting] === only.is);
  return settingsOf(chosen).flatMap(([name, { secret }]) => {
    const weakness = secret && texts[name] ? weaknessOf(texts[name], secret) : undefined;
    return weakness ? `${name} ${weakness}` : [];
  });
}

/** Lists the former names that are in use, each with the current name. */
export function renamedSettings(env: Environment): { oldName: string; name: string }[] {
  return everySetting().flatMap(([name, { oldName }]) => (oldName && env[oldName] ? { oldName, name } : []));
}

/** The value in production of a setting that is not set. */
export function productionDefault(name: SettingName): string {
  const about = everySetting().find(([one]) => one === name)?.[1];
  return (about && defaultOf(about, 'production')) ?? '';
}

function defaultOf({ default: value }: AboutSetting, mode: 'demo' | 'production'): string | undefined {
  return typeof value === 'object' ? value[mode] : value;
}

function everySetting(): [name: SettingName, about: AboutSetting][] {
  return settingsOf(SECTIONS);
}

function settingsOf(sections: typeof SECTIONS): [name: SettingName, about: AboutSetting][] {
  return sections.flatMap(({ settings }) =>
    Object.entries(settings).map(([name, schema]): [SettingName, AboutSetting] => [
      name as SettingName,
      aboutOf(name, schema),
    ]),
  );
}

export function aboutOf(name: string, schema: z.ZodMiniType): AboutSetting & { type: string } {
  const about = aboutSettings.get(schema);
  if (!about) throw new Error(`The setting ${name} says nothing of itself: see setting.ts.`);
  return about;
}
