import { AxeBuilder } from '@axe-core/playwright';
import type { Page } from '@playwright/test';

const WCAG = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22a', 'wcag22aa'];

/** Pages are checked down to this height. */
const MAX_PX = 4000;

/**
 * Returns axe's violations of WCAG 2.2 A and AA on the page, one line each: rule, place, reason. The page is checked at
 * its full height, because it can be scrolled from under a bar.
 */
export async function accessibilityViolations(page: Page): Promise<string[]> {
  const size = page.viewportSize();
  const height = await page.evaluate(() => document.documentElement.scrollHeight);
  if (size && height > size.height) await page.setViewportSize({ ...size, height: Math.min(height, MAX_PX) });
  const { violations } = await new AxeBuilder({ page })
    .options({ runOnly: { type: 'tag', values: WCAG }, rules: { 'target-size': { enabled: true } } })
    .analyze();
  if (size) await page.setViewportSize(size);
  return violations.flatMap(({ id, nodes }) =>
    nodes.map(
      ({ target, failureSummary = '' }) => `${id}: ${target.join(' ')}: ${failureSummary.replaceAll(/\s+/g, ' ')}`,
    ),
  );
}

/** How many pixels the page can be scrolled sideways, and which elements stick out. */
export async function sidewaysOverflow(page: Page): Promise<{ px: number; by: string[] }> {
  return page.evaluate(() => {
    const { scrollWidth, clientWidth } = document.documentElement;
    // A gutter for the scroll bar makes the difference negative.
    const px = Math.max(0, scrollWidth - clientWidth);
    const wide = px > 0 ? [...document.body.querySelectorAll('*')] : [];
    const by = wide
      .filter((one) => one.getBoundingClientRect().right > clientWidth + 0.5)
      .map((one) => `${one.tagName.toLowerCase()}.${one.className} ${one.textContent.slice(0, 40)}`);
    return { px, by: by.slice(-5) };
  });
}

/**
 * Measures, from the next page load on, how much the layout shifts without input, and which elements moved from where
 * to where.
 */
export async function watchLayout(page: Page): Promise<() => Promise<{ shift: number; by: string[] }>> {
  await page.addInitScript(() => {
    const seen: { shift: number; by: string[] } = { shift: 0, by: [] };
    Object.assign(window, { layoutSeen: seen });
    interface Shift extends PerformanceEntry {
      value: number;
      hadRecentInput: boolean;
      sources: { node: Node | null; previousRect: DOMRect; currentRect: DOMRect }[];
    }
    const box = ({ x, y, width, height }: DOMRect): string => `${width} x ${height} at ${x}, ${y}`;
    new PerformanceObserver((list) => {
      for (const { value, hadRecentInput, startTime, sources } of list.getEntries() as Shift[]) {
        if (hadRecentInput) continue;
        seen.shift += value;
        for (const { node, previousRect, currentRect } of sources) {
          const element = node instanceof Element ? node : node?.parentElement;
          const name = element ? `${element.tagName.toLowerCase()}.${element.getAttribute('class') ?? ''}` : 'gone';
          seen.by.push(`${Math.round(startTime)} ms ${name}: ${box(previousRect)} to ${box(currentRect)}`);
        }
      }
    }).observe({ type: 'layout-shift', buffered: true });
  });
  type Seen = { layoutSeen: { shift: number; by: string[] } };
  return () => page.evaluate(() => (window as unknown as Seen).layoutSeen);
}
