import type { RenderShop } from '@bijli/contract/shop-page';

/** Renders a page of the shop. Built by Vite from `src/render.tsx`, because Node runs no TSX. */
export declare const renderShop: RenderShop;
