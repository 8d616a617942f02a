/** docs/operations.md lists exactly the metrics that the sources name. */
import { expect, it } from '@jest/globals';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

const root = new URL('../../', import.meta.url).pathname;
const NAME = /\bfleetgraph_[a-z0-9_]+/g;

function namesIn(text: string): Set<string> {
  return new Set(text.match(NAME));
}

/**
 * Names of metrics that the sources contain as literals. In addition, the end-to-end tests compare a running process
 * with docs/operations.md.
 */
function inSources(): Set<string> {
  const names = new Set<string>();
  for (const folder of [
    'cli',
    'gateway',
    'telemetry',
    'subgraphs',
    'readmodel',
    'store',
    'collector',
    'kubernetes',
    'identity',
  ]) {
    for (const file of readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' })) {
      if (file.endsWith('.ts'))
        for (const name of namesIn(readFileSync(join(root, folder, file), 'utf8'))) names.add(name);
    }
  }
  return names;
}

it('docs/operations.md documents exactly the metrics that exist', () => {
  expect([...namesIn(readFileSync(join(root, 'docs', 'operations.md'), 'utf8'))].sort()).toEqual(
    [...inSources()].sort(),
  );
});
