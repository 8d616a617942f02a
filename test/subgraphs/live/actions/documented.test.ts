/** The mutations of docs/schema.md behave as documented. */
import { expect, it } from '@jest/globals';
import { readFileSync } from 'node:fs';
import { graphOver } from '../graph.ts';
import { ScriptedLeaf } from '../scripted-leaf.ts';

const page = readFileSync(new URL('../../../../docs/schema.md', import.meta.url), 'utf8');
const mutations = [...page.matchAll(/```graphql\n(mutation (\w+)[^`]+)```/g)].map(
  ([, text, name]) => [name!, text!] as const,
);
const OUTCOMES: Readonly<Record<string, string>> = { RestartIt: 'DONE', ReconcileIt: 'DONE', Apply: 'WOULD_DO' };

it('has a mutation for each question', () => {
  expect(mutations.map(([name]) => name)).toEqual(Object.keys(OUTCOMES));
});

it.each(mutations)('%s', async (name, document) => {
  const leaf = new ScriptedLeaf('eu-west-1-prod')
    .put('deployments', { metadata: { name: 'payments-api', namespace: 'payments' } })
    .put('kustomizations', {
      metadata: { name: 'payments-api', namespace: 'payments' },
      spec: { sourceRef: { kind: 'GitRepository', name: 'payments' } },
    })
    .put('gitrepositories', { metadata: { name: 'payments', namespace: 'payments' } });
  const manifests = [{ apiVersion: 'v1', kind: 'Pod', metadata: { name: 'new', namespace: 'payments' } }];
  const { data, errors } = await graphOver([leaf]).run(document, { manifests });
  expect(errors).toEqual([]);
  const [{ results }] = Object.values<any>(data);
  expect(results).toMatchObject([
    { outcome: OUTCOMES[name], ...(name === 'ReconcileIt' && { source: { outcome: 'DONE' } }) },
  ]);
});
