const VARIABLE = /var\((--[\w-]+)(?:,([^()]*))?\)/g;
const MAX_DEPTH = 5;

/**
 * Returns a product drawing with plain colours in place of CSS variables, for programs that cannot read these. The
 * drawing defines the variables in one rule, and again for dark themes.
 */
export function withPlainColours(svg: string, scheme: 'light' | 'dark'): string {
  const style = /<style>([\s\S]*?)<\/style>/.exec(svg)?.[1] ?? '';
  const [before = '', after = ''] = style.split('@media(prefers-color-scheme:dark)', 2);
  const colours = new Map([...settings(before), ...(scheme === 'dark' ? settings(firstBlock(after)) : [])]);
  let plain = svg.replace(style, before.replace(/\{[^{}]*\}/, (rule) => withoutSettings(rule)) + rest(after));
  for (let depth = 0; depth < MAX_DEPTH && plain.includes('var('); depth += 1) {
    plain = plain.replace(VARIABLE, (_all, name: string, fallback?: string) => colours.get(name) ?? fallback ?? 'none');
  }
  return plain;
}

function settings(css: string): [string, string][] {
  return [...css.matchAll(/(--[\w-]+):([^;}]+)/g)].map(([, name = '', value = '']) => [name, value]);
}

/** The content of the first pair of braces, with nested ones. */
function firstBlock(css: string): string {
  let depth = 0;
  for (const [index, sign] of [...css].entries()) {
    if (sign === '{') depth += 1;
    if (sign === '}') depth -= 1;
    if (sign === '}' && depth === 0) return css.slice(0, index + 1);
  }
  return css;
}

function rest(css: string): string {
  return css.slice(firstBlock(css).length).replace(/#[\w-]+:target[^{]*\{[^}]*\}/g, '');
}

function withoutSettings(rule: string): string {
  return rule.replace(/--[\w-]+:[^;}]+;?/g, '');
}
