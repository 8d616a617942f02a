/** The typed example client: its types are those of the schema, and it does what it says against a running gateway (test/e2e/demo.test.ts). */
import { describe, expect, it } from '@jest/globals';
import { execFile } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { configurationReference } from '../../config/reference.ts';

const root = new URL('../../', import.meta.url).pathname;

describe('generated files', () => {
  it("are up to date: the example client's types (make generate)", async () => {
    const check = promisify(execFile)(join(root, 'node_modules', '.bin', 'graphql-codegen'), ['--config', 'codegen.ts', '--check'], {
      cwd: join(root, 'examples', 'client'),
    });
    await expect(
      check.then(
        () => 'fresh',
        ({ stdout }: { stdout: string }) => stdout,
      ),
    ).resolves.toBe('fresh');
  });

  it('are up to date: docs/configuration.md (make generate)', () => {
    expect(readFileSync(join(root, 'docs', 'configuration.md'), 'utf8')).toBe(configurationReference());
  });
});
