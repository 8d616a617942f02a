/** The registry of clusters: its revision, the changes that it reports, and the clients that it closes. */
import { describe, expect, it } from '@jest/globals';
import { ClusterRegistry, type Registration } from '../../clusters/registry.ts';

/** @param closed Receives the name of each client that is closed */
function leaf(name: string, closed: string[] = [], client = name): Registration {
  return { name, client: { close: async () => void closed.push(client) } } as unknown as Registration;
}

describe('the registry of clusters', () => {
  it('has another revision after each change, and the same one between them', async () => {
    const registry = new ClusterRegistry();
    const seen = new Set<number>();
    const changed = () => !seen.has(registry.revision) && seen.add(registry.revision).has(registry.revision);
    expect(changed()).toBe(true);
    registry.add(leaf('a'));
    expect(changed()).toBe(true);
    expect(() => registry.add(leaf('a'))).toThrow('is registered already');
    await registry.remove('b');
    registry.list();
    expect(changed()).toBe(false);
    await registry.replace(leaf('a'));
    expect(changed()).toBe(true);
    await registry.remove('a');
    expect(changed()).toBe(true);
    registry.add(leaf('a')); // adding a removed cluster again is a change
    expect(changed()).toBe(true);
  });

  it('tells policies their cluster, also those that come later', async () => {
    const registry = new ClusterRegistry();
    registry.add(leaf('a'));
    expect(registry.get('a')?.identity.cluster).toBe('a');
    await registry.replace(leaf('a'));
    expect(registry.get('a')?.identity.cluster).toBe('a');
  });

  it('tells each change once, with what was there before', async () => {
    const registry = new ClusterRegistry();
    const reported: string[] = [];
    const stop = registry.subscribe({
      added: ({ name }) => reported.push(`added ${name}`),
      replaced: (now, before) =>
        reported.push(`replaced ${now.name}, ${now.labels?.['env']} after ${before.labels?.['env']}`),
      removed: ({ name }) => reported.push(`removed ${name}`),
    });
    registry.add(leaf('a'));
    await registry.replace({ ...leaf('a'), labels: { env: 'prod' } });
    await registry.remove('a');
    await expect(registry.replace(leaf('a'))).rejects.toThrow('no cluster named "a"');
    stop();
    registry.add(leaf('b'));
    expect(reported).toEqual(['added a', 'replaced a, prod after undefined', 'removed a']);
  });

  it('closes the client of a cluster that goes or gets another one, and no other', async () => {
    const registry = new ClusterRegistry();
    const closed: string[] = [];
    const first = leaf('a', closed, 'first');
    registry.add(first);
    registry.add(leaf('b', closed));
    await registry.replace({ ...first, labels: { env: 'prod' } });
    expect(closed).toEqual([]);
    await registry.replace(leaf('a', closed, 'second'));
    expect(closed).toEqual(['first']);
    await registry.remove('a');
    expect(closed).toEqual(['first', 'second']);
    await registry.close();
    expect(closed).toEqual(['first', 'second', 'b']);
  });
});
