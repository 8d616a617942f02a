import react from '@vitejs/plugin-react';
import { defineConfig } from 'vite';
import { precompress } from './build/precompress.ts';

const gateway = process.env['FLEETGRAPH_URL'] ?? 'http://127.0.0.1:4000';

// eslint-disable-next-line fleetgraph/named-exports -- Vite loads the default export of its configuration.
export default defineConfig({
  plugins: [react(), precompress()],
  base: './', // the gateway writes the path below which it is reached into the page
  build: {
    target: 'es2023',
    cssTarget: ['chrome123', 'firefox120', 'safari17.5'], // these know light-dark()
    // The content security policy allows no data: addresses and no inline scripts.
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    reportCompressedSize: false,
    rolldownOptions: { checks: { pluginTimings: false } }, // compressing takes its time
    chunkSizeWarningLimit: 600, // kB before compression; test/e2e/explorer.test.ts holds the bound that counts
  },
  // `npm run dev` in ui/, beside a running `fleetgraph demo`.
  server: { proxy: { '/graphql': gateway, '/auth': gateway, '/graphiql': gateway } },
});
