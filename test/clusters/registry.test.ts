/** What the registry of clusters reports. */
import { describe, expect, it } from '@jest/globals';
import { ClusterRegistry, type Registration } from '../../clusters/registry.ts';

describe('the registry of clusters', () => {
  it('has another revision after each change, and the same one between them', () => {
    const registry = new ClusterRegistry();
    const leaf = (name: string) => ({ name }) as Registration;
    const seen = new Set<number>();
    const changed = () => !seen.has(registry.revision) && seen.add(registry.revision).has(registry.revision);
    expect(changed()).toBe(true);
    registry.add(leaf('a'));
    expect(changed()).toBe(true);
    expect(() => registry.add(leaf('a'))).toThrow('is registered already');
    registry.remove('b');
    registry.list();
    expect(changed()).toBe(false);
    registry.remove('a');
    expect(changed()).toBe(true);
    registry.add(leaf('a')); // under its name, and another one
    expect(changed()).toBe(true);
  });
});
