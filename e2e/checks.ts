import { AxeBuilder } from '@axe-core/playwright';
import type { Page } from '@playwright/test';

const WCAG = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22a', 'wcag22aa'];

/** No list is looked at further down. */
const MOST_PX = 4000;

/**
 * What axe has against the page, one line a fault: rule, where, why. Levels A and AA of WCAG 2.2. The page is looked at in its
 * whole height: what lies under a bar can be scrolled from under it, so it is no fault.
 */
export async function accessibilityFaults(page: Page): Promise<string[]> {
  const size = page.viewportSize();
  const height = await page.evaluate(() => document.documentElement.scrollHeight);
  if (size && height > size.height) await page.setViewportSize({ ...size, height: Math.min(height, MOST_PX) });
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

/** How far the page can be scrolled sideways, px; and what sticks out. */
export async function sideways(page: Page): Promise<{ px: number; by: string[] }> {
  return page.evaluate(() => {
    const { scrollWidth, clientWidth } = document.documentElement;
    // A gutter kept for a scroll bar makes it negative.
    const px = Math.max(0, scrollWidth - clientWidth);
    const wide = px > 0 ? [...document.body.querySelectorAll('*')] : [];
    const by = wide
      .filter((one) => one.getBoundingClientRect().right > clientWidth + 0.5)
      .map((one) => `${one.tagName.toLowerCase()}.${one.className} ${one.textContent.slice(0, 40)}`);
    return { px, by: by.slice(-5) };
  });
}

/** Counts, from the next page load on, how much the layout shifts without a hand on it. */
export async function watchLayout(page: Page): Promise<() => Promise<number>> {
  await page.addInitScript(() => {
    const seen = { shift: 0 };
    Object.assign(window, { layoutSeen: seen });
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries() as (PerformanceEntry & { value: number; hadRecentInput: boolean })[]) {
        if (!entry.hadRecentInput) seen.shift += entry.value;
      }
    }).observe({ type: 'layout-shift', buffered: true });
  });
  return () => page.evaluate(() => (window as unknown as { layoutSeen: { shift: number } }).layoutSeen.shift);
}
