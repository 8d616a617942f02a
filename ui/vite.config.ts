import react from '@vitejs/plugin-react';
import { defineConfig } from 'vite';
import { precompress } from './build/precompress.ts';

const gateway = process.env['FLEETGRAPH_URL'] ?? 'http://127.0.0.1:4000';

// eslint-disable-next-line fleetgraph/named-exports -- Vite loads the default export of its configuration.
export default defineConfig({
  plugins: [react(), precompress()],
  base: './', // relative, because the gateway writes the public path into the page
  build: {
    target: 'es2023',
    cssTarget: ['chrome123', 'firefox120', 'safari17.5'], // the first versions that support light-dark()
    // The content security policy allows no `data:` URLs and no inline scripts.
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    reportCompressedSize: false,
    rolldownOptions: { checks: { pluginTimings: false } }, // compressing is slow, which is expected
    chunkSizeWarningLimit: 600, // kB before compression; test/e2e/explorer.test.ts limits the compressed size
  },
  // For `npm run dev` in ui/ while `fleetgraph demo` is running.
  server: { proxy: { '/graphql': gateway, '/auth': gateway, '/graphiql': gateway } },
});
