import type { RenderShop } from '@bijli/contract/shop-page';
import { entryFile } from './entries/entries.ts';

/**
 * Replaces `render.tsx` on the server in `npm run dev`: it returns placeholders, and Vite's dev server renders the page
 * in their place.
 */
export const PLACEHOLDERS = { head: '<!--shop-head-->', body: '<!--shop-body-->' };

export const renderShop: RenderShop = () => ({ entry: entryFile('products', 'en'), ...PLACEHOLDERS });
