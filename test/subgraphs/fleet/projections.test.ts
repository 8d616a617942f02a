/** What the fleet subgraph keeps of objects beside their rows. */
import { describe, expect, it } from '@jest/globals';
import { projections } from '../../../subgraphs/fleet/projections.ts';

const kept = (name: string, object: unknown) => projections.find(it => it.name === name)!.project(object);

describe('the selector of a Service', () => {
  it.each<[string, unknown, readonly object[]]>([
    ['its labels', { selector: { app: 'web', tier: 'a' } }, [{ app: 'web', tier: 'a' }]],
    ['nothing without one', {}, []],
    ['nothing of an empty one', { selector: {} }, []],
    ['nothing of an external name', { type: 'ExternalName', selector: { app: 'web' } }, []],
    ['nothing of one that is no selector', { selector: { app: 1 } }, []],
    ['nothing of a list', { selector: ['app'] }, []],
  ])('is %s', (_what, spec, records) => expect(kept('selector', { spec })).toEqual(records));
});
