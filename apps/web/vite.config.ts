import react from '@vitejs/plugin-react';
import { defineConfig } from 'vite';
import { VitePWA } from 'vite-plugin-pwa';
import { api } from '@bijli/contract/api';
import { homeAhead } from './home-ahead.ts';
import { manifest } from './web-manifest.ts';

/** Method and path of every call, so that the browser need not carry the contract's schemas to know them. */
const calls = Object.fromEntries(Object.entries(api).map(([name, { method, path }]) => [name, [method, path]]));

export default defineConfig({
  root: import.meta.dirname,
  plugins: [
    react(),
    homeAhead(),
    VitePWA({
      strategies: 'injectManifest',
      srcDir: 'src/service-worker',
      filename: 'service-worker.ts',
      // The page registers it itself, once it has loaded, and no new build takes a page over unasked.
      injectRegister: false,
      registerType: 'prompt',
      manifest,
      injectManifest: {
        globPatterns: ['**/*.{js,css,html,svg,png,woff2,json,pbf}'],
        maximumFileSizeToCacheInBytes: 4 * 1024 * 1024,
      },
    }),
  ],
  define: { CONTRACT_CALLS: JSON.stringify(calls) },
  build: {
    target: 'es2022',
    assetsInlineLimit: 0,
    // Many small pieces wait for each other on a slow network: what the first screen needs comes in one, and so does what most
    // other screens share, but for sheets, which bring a library of their own.
    rolldownOptions: {
      output: {
        codeSplitting: {
          groups: [
            { name: 'start', tags: ['$initial'] },
            { name: 'shared', minShareCount: 3, test: /lucide-react|web.src|packages.ui.src.(?!\w*Sheet)/ },
          ],
        },
      },
    },
  },
});
