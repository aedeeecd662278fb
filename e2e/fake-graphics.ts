import type { Page } from '@playwright/test';

/**
 * Makes pages believe that there is a graphics processor, as on a driver's phone, so that the interactive map starts by
 * itself.
 */
export async function fakeGraphics(page: Page): Promise<void> {
  await page.addInitScript(() => {
    // Without OffscreenCanvas the page tests a canvas of its own, which can be replaced here.
    Reflect.deleteProperty(window, 'OffscreenCanvas');
    const { prototype } = WebGL2RenderingContext;
    const { getParameter } = prototype;
    const UNMASKED_RENDERER_WEBGL = 0x92_46;
    prototype.getParameter = function (name) {
      return name === UNMASKED_RENDERER_WEBGL ? 'Adreno (TM) 740' : getParameter.call(this, name);
    };
  });
}
