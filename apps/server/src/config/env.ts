import * as z from 'zod/mini';
import { SECTIONS, settingsSchema, type SettingName, type Settings } from './schema.ts';
import { weaknessOf } from './secrets.ts';
import { aboutSettings, type AboutSetting } from './setting.ts';

export type Environment = Record<string, string | undefined>;

type Texts = { [name in SettingName]?: string | undefined };

/** What an operator has set, by the names of today and with defaults filled in; what is set to nothing is not there. */
export interface WrittenSettings {
  isDemo: boolean;
  texts: Texts;
  problems: string[];
}

/** Fills in defaults and follows former names; what is wrong with these is in `problems`. */
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

/** All that is wrong with single settings, as sentences, and the settings where nothing is. */
export function readSettings({ isDemo, texts }: WrittenSettings): {
  problems: string[];
  settings: Settings | undefined;
} {
  const parsed = z.safeParse(settingsSchema, texts);
  const weak = isDemo ? [] : weakSecrets(texts);
  if (parsed.success) return { problems: weak, settings: parsed.data };
  // A choice that is wrong is told of once, by the setting itself.
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

/** Former names that are set, each with the name of today. */
export function renamedSettings(env: Environment): { oldName: string; name: string }[] {
  return everySetting().flatMap(([name, { oldName }]) => (oldName && env[oldName] ? { oldName, name } : []));
}

/** What holds in production where nothing is set. */
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
