/** The Pods of a Node, a Namespace or a Service: which Pods are listed, and how many are left out and why. */
import { describe, expect, it } from '@jest/globals';
import type { ListOptions } from '../../../kubernetes/client.ts';
import { graphOver, type GraphOptions } from './graph.ts';
import { leafWithPods, SERVED, served, type ScriptedLeaf } from './scripted-leaf.ts';

const POD_IDS = ['leaf//Pod/team-a/web', 'leaf//Pod/team-a/web-1', 'leaf//Pod/team-a/web-2'];

function leaf(): ScriptedLeaf {
  const scripted = leafWithPods(3);
  scripted.resources = [...SERVED, served('', 'services', 'Service'), served('', 'namespaces', 'Namespace', false)];
  scripted.put('namespaces', { metadata: { name: 'team-a' } });
  scripted.put('services', { metadata: { name: 'web', namespace: 'team-a' }, spec: { selector: { app: 'web' } } });
  scripted.put('services', { metadata: { name: 'none', namespace: 'team-a' }, spec: { selector: {} } });
  return scripted.put('nodes', { metadata: { name: 'n1' } });
}

const podsOf = async (scripted: ScriptedLeaf, id: string, options: GraphOptions = {}, first = 100) => {
  const { lives, errors } = await graphOver([scripted], options).ask(
    [id],
    `pods(first: ${first}) { state message totalCount nodes { id } }`,
  );
  return errors[0] ?? lives[0].pods;
};

describe('the Pods', () => {
  it.each([
    ['leaf//Namespace//team-a', {}],
    ['leaf//Service/team-a/web', { labelSelector: 'app in (web)' }],
  ])('of %s are listed by the cluster', async (id, selector) => {
    const scripted = leaf();
    expect(await podsOf(scripted, id)).toEqual({
      state: 'OK',
      message: null,
      totalCount: 3,
      nodes: POD_IDS.map(id => ({ id })),
    });
    expect({ ...(scripted.requested.at(-1)!.options as ListOptions) }).toMatchObject({
      namespace: 'team-a',
      ...selector,
    });
  });

  it('on a Node are listed in all namespaces, by its name', async () => {
    const scripted = leaf();
    await podsOf(scripted, 'leaf//Node//n1');
    const { namespace, fieldSelector } = scripted.requested.at(-1)!.options as ListOptions;
    expect([namespace, fieldSelector]).toEqual([undefined, 'spec.nodeName=n1']);
  });

  it('that the index does not show are counted, and so are those that were not asked for', async () => {
    expect(await podsOf(leaf(), 'leaf//Service/team-a/web', { hidden: [POD_IDS[0]!] }, 2)).toEqual({
      ...{ state: 'OK', totalCount: 3, nodes: [{ id: POD_IDS[1] }] },
      message:
        'There are 1 more. Ask for more: pods(first:). 1 of the Pods are not in the index, or it does not show them to you.',
    });
  });

  it('are refused as the cluster refuses them', async () => {
    const scripted = leaf();
    scripted.refuse = ({ verb }) => {
      if (verb === 'list') throw scripted.error('FORBIDDEN');
    };
    expect(await podsOf(scripted, 'leaf//Node//n1')).toEqual({
      ...{ state: 'FORBIDDEN', message: 'Cluster "leaf" does not let you list pods.', totalCount: null, nodes: [] },
    });
  });

  it('are null where nothing is selected, and an error for too many', async () => {
    expect(await podsOf(leaf(), 'leaf//Service/team-a/none')).toBeNull();
    expect(await podsOf(leaf(), 'leaf//Node//n1', {}, 501)).toMatchObject({
      message: 'pods(first: 501): give 0 to 500.',
    });
  });
});
