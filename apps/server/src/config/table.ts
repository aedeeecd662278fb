import type * as z from 'zod/mini';
import { aboutOf } from './env.ts';
import { SECTIONS, type SettingsSection } from './schema.ts';
import type { AboutSetting } from './setting.ts';

const BEGIN = '<!-- settings: printed by npm run settings:table -->';
const END = '<!-- end of settings -->';

/** Returns the document with the tables of all settings between its markers. */
export function withSettingsTable(document: string): string {
  const [before, rest = ''] = document.split(BEGIN);
  const [, after] = rest.split(END);
  if (after === undefined) throw new Error(`The document has no ${BEGIN} … ${END}.`);
  return `${before}${BEGIN}\n${SECTIONS.map(tableOf).join('\n')}${END}${after}`;
}

function tableOf({ title, settings, only }: SettingsSection): string {
  const when = only ? `, with \`${only.setting}=${only.is}\`` : '';
  const rows = Object.entries(settings).map(([name, schema]) => rowOf(name, schema));
  return [
    `**${title}**${when}`,
    '',
    '| setting | type | default | in production | what it is |',
    '|---|---|---|---|---|',
    ...rows,
    '',
  ].join('\n');
}

function rowOf(name: string, schema: z.ZodMiniType): string {
  const about = aboutOf(name, schema);
  const needed = isNeeded(schema, about) ? 'needed' : '';
  const former = about.oldName ? ` (was \`${about.oldName}\`)` : '';
  const cells = [`\`${name}\``, about.type, defaultText(about), needed, `${about.what}${former}`];
  return `| ${cells.map((cell) => cell.replaceAll('|', '\\|')).join(' | ')} |`;
}

/** True if a server in production cannot start without it. */
export function isNeeded(schema: z.ZodMiniType, { default: value }: AboutSetting): boolean {
  const production = typeof value === 'object' ? value.production : value;
  return production === undefined && schema.def.type !== 'optional';
}

function defaultText({ default: value, defaultText, secret }: AboutSetting): string {
  if (defaultText) return defaultText;
  if (!value) return '';
  if (typeof value === 'string') return `\`${value}\``;
  if (secret) return 'demo: built in';
  return [value.production && `\`${value.production}\``, value.demo && `demo: \`${value.demo}\``]
    .filter(Boolean)
    .join('; ');
}
