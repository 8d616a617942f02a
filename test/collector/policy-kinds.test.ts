/** Labels of CustomResourceDefinitions, read once by commands that need to know the collected kinds. */
import { expect, it } from '@jest/globals';
import { selectKinds } from '../../collector/kinds.ts';
import { withPolicyLabels } from '../../collector/policy-kinds.ts';
import type { KubernetesObject, ListOptions, ServedResource } from '../../kubernetes/client.ts';
import { KubernetesError } from '../../kubernetes/errors.ts';

const served = (group: string, kind: string): ServedResource => ({
  ...{
    group,
    version: 'v1',
    kind,
    plural: `${kind.toLowerCase()}s`,
    namespaced: true,
    verbs: ['get', 'list', 'watch'],
  },
});
const SERVED = [
  served('apiextensions.k8s.io', 'CustomResourceDefinition'),
  served('x.example', 'Limit'),
  served('x.example', 'Other'),
];
const definition = (name: string, policy?: string): KubernetesObject => ({
  metadata: { name, ...(policy !== undefined && { labels: { 'gateway.networking.k8s.io/policy': policy } }) },
});

function leaf(pages: readonly (readonly KubernetesObject[])[]) {
  const requested: ListOptions[] = [];
  const list = async (_resource: unknown, options: ListOptions) => {
    const page = requested.push(options) - 1;
    await options.onObjects!(pages[page]!);
    return {
      items: [],
      resourceVersion: '1',
      continue: page + 1 < pages.length ? 'more' : '',
      remainingItemCount: undefined,
    };
  };
  return { requested, list };
}

it('selects the kinds whose definitions have the label, on whichever page', async () => {
  const { requested, list } = leaf([
    [definition('others.x.example'), definition('y', 'x'.repeat(64))],
    [definition('limits.x.example', 'Direct')],
  ]);
  const labelled = await withPolicyLabels({ list }, SERVED);
  expect(labelled.map(({ policy }) => policy)).toEqual([undefined, 'Direct', undefined]);
  expect(requested.map(options => options.continue)).toEqual([undefined, 'more']);
  expect(requested[0]!.accept).toContain('PartialObjectMetadataList');
  const selected = (from: readonly ServedResource[]) =>
    selectKinds(from, { include: [], exclude: [] }, 100).collected.map(({ kind }) => kind);
  expect([selected(labelled), selected(SERVED)]).toEqual([['Limit'], []]);
});

it('goes on without labels where definitions may not be read, and are not served', async () => {
  const list = async () => {
    throw new KubernetesError('FORBIDDEN', 'no', { cluster: 'leaf', status: 403 });
  };
  expect(await withPolicyLabels({ list }, SERVED)).toEqual(SERVED);
  expect(await withPolicyLabels({ list }, SERVED.slice(1))).toEqual(SERVED.slice(1));
});
