import type { Page } from '@playwright/test';

/** Pages from now on believe that a graphics processor draws, as on a driver's phone: the map that moves comes by itself. */
export async function pretendGraphics(page: Page): Promise<void> {
  await page.addInitScript(() => {
    // Without it the page tries by itself, where it can be told so.
    Reflect.deleteProperty(window, 'OffscreenCanvas');
    const { prototype } = WebGL2RenderingContext;
    const { getParameter } = prototype;
    const UNMASKED_RENDERER_WEBGL = 0x92_46;
    prototype.getParameter = function (name) {
      return name === UNMASKED_RENDERER_WEBGL ? 'Adreno (TM) 740' : getParameter.call(this, name);
    };
  });
}
