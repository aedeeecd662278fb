import { test } from '../environment.ts';
import { useEveryShopPage } from '../shop-steps.ts';

for (const width of [360, 390, 768, 1280]) {
  for (const colorScheme of ['light', 'dark'] as const) {
    test(`every page of the shop is accessible, does not jump and is no wider than ${width} px in the ${colorScheme}`, async ({
      page,
    }) => {
      await useEveryShopPage(page, width, colorScheme);
    });
  }
}
