import { describe, expect, it } from '@jest/globals';
import { ManifestYaml } from '../../../../subgraphs/live/actions/manifest-yaml-thread.ts';
import { JANE } from '../graph.ts';

const request = (user = 'jane') => ({
  identity: { ...JANE, user },
  signal: new AbortController().signal,
  extra: { cost: 0 },
});
/** Timeout for reading that is long enough for a thread that starts slowly on a busy machine. */
const PATIENT = { readingMs: 240_000 };
const config = (name: string) => `apiVersion: v1\nkind: ConfigMap\nmetadata: {name: ${name}}\ndata: {price: 1.10}\n`;

describe('manifests in YAML', () => {
  it('are read in a thread, with numbers as they are written, and the time is charged', async () => {
    const yaml = new ManifestYaml(PATIENT);
    const requested = request();
    const found = await yaml.documents(`${config('a')}---\n${config('b')}`, requested);
    expect(found).toMatchObject([
      { line: 1, value: { metadata: { name: 'a' }, data: { price: 1.1 } } },
      { line: 6, value: { metadata: { name: 'b' } } },
    ]);
    expect(requested.extra.cost).toBeGreaterThan(0);
  });

  it('that are refused say where, and the next text is read', async () => {
    const yaml = new ManifestYaml(PATIENT);
    await expect(yaml.documents('a: 1\na: 2', request())).rejects.toMatchObject({
      message: 'input.yaml: line 2: .a is there twice. Keep one of them.',
      extensions: { code: 'BAD_USER_INPUT' },
    });
    expect(await yaml.documents(config('a'), request())).toHaveLength(1);
  });

  it('that take too long are refused, and the next text is read by another thread', async () => {
    const yaml = new ManifestYaml({ readingMs: 1 });
    const large = `a:\n${'  - {b: [1, 2, 3, 4, 5, 6, 7, 8]}\n'.repeat(20_000)}`;
    await expect(yaml.documents(large, request())).rejects.toThrow('input.yaml: it was not read within 1 ms.');
    await expect(yaml.documents(large, request())).rejects.toThrow('it was not read within 1 ms.');
  });

  it('of a caller with many texts wait behind those of others, and the last ones are refused', async () => {
    const yaml = new ManifestYaml(PATIENT);
    const order: string[] = [];
    const read = (user: string, name: string) =>
      yaml.documents(config(name), request(user)).then(
        () => order.push(name),
        (error: Error) => order.push(`${name}: ${error.message.slice(0, 34)}`),
      );
    await Promise.all([...[1, 2, 3, 4, 5, 6].map(i => read('greedy', `g${i}`)), read('jane', 'jane')]);
    expect(order).toEqual(['g6: You have 4 texts of YAML waiting. ', 'g1', 'g2', 'jane', 'g3', 'g4', 'g5']);
  });

  it('of a client that has left are not read', async () => {
    const signal = AbortSignal.abort(new Error('left'));
    await expect(new ManifestYaml(PATIENT).documents(config('a'), { ...request(), signal })).rejects.toThrow('left');
  });
});
