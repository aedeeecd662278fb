/** An element of a page, described by its kind and by its accessible name, or else by its text. */
export interface Query {
  /** A CSS selector for all elements of this kind. */
  css: string;
  /** A regular expression for the name. */
  name: string;
  /** Limits the search to this element. */
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

/** Describes an element. A string must be the whole name. */
export function element(what: keyof typeof CSS, name: string | RegExp = /^/, within?: Query): Query {
  const whole = typeof name === 'string' ? `^${name.replaceAll(/[$()*+.?[\\\]^{|}]/g, '\\$&')}$` : name.source;
  return { css: CSS[what], name: whole, ...(within && { within }) };
}

export type ElementState = 'there' | 'gone' | 'clickable';

/**
 * Runs in the page. Returns the innermost element that matches, or says why it is not in this state. A clickable
 * element is in sight, at rest and not covered. It does not wait, because a call that waits in a page is never answered
 * if the page navigates.
 */
export function findElement(query: Query, until: ElementState): HTMLElement | string {
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
    const cover = (): Element | null | undefined => {
      const hit = document.elementFromPoint(...middle());
      return hit && (one.contains(hit) || hit.closest('label')?.control === one) ? undefined : hit;
    };
    // A bar that stays at an edge may cover it. The page scrolls it out of there, as for a field that gets the focus.
    if (cover() !== undefined) one.scrollIntoView({ block: 'nearest', behavior: 'instant' });
    const over = cover();
    return over === undefined ? undefined : `lies under ${over?.outerHTML.slice(0, 80)}`;
  }
  const one = find(query)[0];
  const hinders = one && until === 'clickable' ? hindrance(one) : undefined;
  if (until === 'gone' ? !one : one && !hinders) return one ?? document.body;
  const why = hinders ?? (one ? 'is still there' : 'is not there');
  const rest = plain(document.body.innerText).slice(0, 600);
  return `${query.css.slice(0, 20)} /${query.name}/ ${why}, but: ${rest}`;
}
