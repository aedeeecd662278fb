import type { RenderShop } from '@bijli/contract/shop-page';

/** Renders a page of the shop. Vite builds it from `src/render.tsx`, because Node cannot run TSX. */
export declare const renderShop: RenderShop;
