import type { RenderShop } from '@bijli/contract/shop-page';

/** What the server has in the place of `render.tsx` in `npm run dev`: the places where the page is rendered on its way to the browser. */
export const PLACEHOLDERS = { head: '<!--shop-head-->', body: '<!--shop-body-->' };

export const renderShop: RenderShop = () => ({ entry: 'src/entry-products.ts', ...PLACEHOLDERS });
