/** What is looked for on a page: by what it is and by its name, as a screen reader tells them, or else by its text. */
export interface Query {
  /** CSS of all that could be it. */
  css: string;
  /** A regular expression for its name. */
  name: string;
  /** Looked for only in there. */
  within?: Query;
}

const CSS = {
  button: 'button, [role=button], input[type=submit], summary',
  dialog: 'dialog[open], [role=dialog], [role=alertdialog]',
  field: 'input, textarea, select, [role=textbox]',
  heading: 'h1, h2, h3, h4',
  item: 'li',
  link: 'a[href]',
  list: 'ul, ol',
  map: 'canvas[aria-label="Map of charging stations"]',
  pin: '[data-chosen]',
  panel: '[role=tabpanel]',
  region: 'section, [role=region], main, nav',
  text: 'body *',
};

/** A text is the whole name. */
export function the(what: keyof typeof CSS, name: string | RegExp = /^/, within?: Query): Query {
  const whole = typeof name === 'string' ? `^${name.replaceAll(/[$()*+.?[\\\]^{|}]/g, '\\$&')}$` : name.source;
  return { css: CSS[what], name: whole, ...(within && { within }) };
}

export type Until = 'there' | 'gone' | 'clickable';

/**
 * Runs in the page: something that is there, or gone, or there and in sight, at rest and under nothing, so that it can be clicked; or
 * in words what hinders. Of things inside each other it is the innermost. It waits for nothing: who is left waiting in a page that
 * goes is never answered.
 */
export function look(query: Query, until: Until): HTMLElement | string {
  const plain = (text: string): string => text.replaceAll(/\s+/g, ' ').trim();
  function nameOf(one: Element): string {
    const by = one.getAttribute('aria-labelledby')?.split(' ') ?? [];
    const labels = 'labels' in one ? [...((one as HTMLInputElement).labels ?? [])] : [];
    const said = one.getAttribute('aria-label') ?? by.map((id) => document.getElementById(id)?.textContent).join(' ');
    const label = labels.map(({ textContent }) => textContent).join(' ');
    const rest = one.textContent || one.getAttribute('placeholder') || one.getAttribute('title');
    return plain(said || label || rest || '');
  }
  function find({ css, name, within }: Query): HTMLElement[] {
    const roots: ParentNode[] = within ? find(within) : [document];
    const wanted = new RegExp(name);
    const isThere = (one: Element): boolean =>
      one.checkVisibility({ visibilityProperty: true }) && one.getClientRects().length > 0 && wanted.test(nameOf(one));
    const found = roots.flatMap((root) => [...root.querySelectorAll<HTMLElement>(css)].filter(isThere));
    return found.filter((one) => !found.some((other) => other !== one && one.contains(other)));
  }
  function hindrance(one: HTMLElement): string | undefined {
    if (one.matches(':disabled, [aria-disabled=true]')) return 'is off';
    const moves = ({ effect }: Animation): boolean =>
      effect instanceof KeyframeEffect &&
      (effect.target?.contains(one) ?? false) &&
      Number.isFinite(effect.getComputedTiming().endTime);
    if (document.getAnimations().some(moves)) return 'moves';
    const middle = (): [number, number] => {
      const { x, y, width, height } = one.getBoundingClientRect();
      return [x + width / 2, y + height / 2];
    };
    const isInSight = ([x, y]: [number, number]): boolean => x > 0 && y > 0 && x < innerWidth && y < innerHeight;
    if (!isInSight(middle())) one.scrollIntoView({ block: 'center', behavior: 'instant' });
    const hit = document.elementFromPoint(...middle());
    const isIt = hit && (one.contains(hit) || hit.closest('label')?.control === one);
    return isIt ? undefined : `lies under ${hit?.outerHTML.slice(0, 80)}`;
  }
  const one = find(query)[0];
  const hinders = one && until === 'clickable' ? hindrance(one) : undefined;
  if (until === 'gone' ? !one : one && !hinders) return one ?? document.body;
  const why = hinders ?? (one ? 'is still there' : 'is not there');
  const rest = plain(document.body.innerText).slice(0, 600);
  return `${query.css.slice(0, 20)} /${query.name}/ ${why}, but: ${rest}`;
}
