/**
 * Writes a `.br` and a `.gz` file beside each built HTML, JavaScript, CSS and SVG file of at least WORTH_BYTES, so that
 * the gateway need not compress these files at run time. Uses the highest compression levels.
 */
import { readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { brotliCompressSync, constants, gzipSync } from 'node:zlib';
import type { Plugin } from 'vite';

/** Minimum size of a file to compress, in bytes. */
const WORTH_BYTES = 1024;

export function precompress(): Plugin {
  return {
    name: 'precompress',
    writeBundle: ({ dir = '' }) => {
      for (const name of readdirSync(dir, { recursive: true, encoding: 'utf8' })) {
        const path = join(dir, name);
        if (!/[.](html|js|css|svg)$/.test(name) || statSync(path).size < WORTH_BYTES) continue;
        const content = readFileSync(path);
        writeFileSync(
          `${path}.br`,
          brotliCompressSync(content, { params: { [constants.BROTLI_PARAM_SIZE_HINT]: content.length } }),
        );
        writeFileSync(`${path}.gz`, gzipSync(content, { level: 9 }));
      }
    },
  };
}
