import { describe, expect, it, jest } from '@jest/globals';
import { graphOver } from './graph.ts';
import { leafWithPods, POD, podIds, ScriptedLeaf } from './scripted-leaf.ts';

describe('an object of a leaf', () => {
  const deployment = {
    metadata: {
      name: 'web',
      namespace: 'team-a',
      uid: 'u1',
      generation: 3,
      creationTimestamp: '2026-01-31T12:00:00Z',
      labels: { app: 'web' },
      annotations: { note: 'x', 'kubectl.kubernetes.io/last-applied-configuration': '{"old":true}' },
      finalizers: ['a/b'],
      managedFields: [{ manager: 'kubectl' }],
    },
    spec: { template: { spec: { containers: [{ image: 'nginx:1' }] }, labels: { 'app.kubernetes.io/name': 'web' } } },
    status: {
      conditions: [
        {
          type: 'Available',
          status: 'True',
          reason: 'Ok',
          lastTransitionTime: '2026-01-31T12:00:01Z',
          observedGeneration: 3,
        },
        { type: 'Odd', status: 'False', message: 7, lastTransitionTime: 'never', observedGeneration: 1.5 },
        { status: 'True' },
        'not a condition',
      ],
    },
  };
  const id = 'leaf/apps/Deployment/team-a/web';

  it('is shown with manifest, metadata, conditions and parts, without what only machines read', async () => {
    const { ask } = graphOver([new ScriptedLeaf('leaf').put('deployments', deployment)]);
    const { lives, errors } = await ask(
      [id],
      `state message observedAt manifest
       metadata { name namespace uid generation creationTimestamp deletionTimestamp labels annotations finalizers }
       conditions { type status reason message lastTransitionTime observedGeneration }
       image: spec(path: ".template.spec.containers[0].image")
       label: spec(path: "template.labels['app.kubernetes.io/name']")
       missing: spec(path: ".nothing.here") spec status(path: "conditions[0].reason")`,
    );
    expect(errors).toEqual([]);
    const [live] = lives;
    expect(live).toMatchObject({
      state: 'OK',
      message: null,
      image: 'nginx:1',
      label: 'web',
      missing: null,
      status: 'Ok',
      spec: deployment.spec,
      metadata: {
        name: 'web',
        namespace: 'team-a',
        uid: 'u1',
        generation: 3,
        deletionTimestamp: null,
        labels: { app: 'web' },
        annotations: { note: 'x' },
        finalizers: ['a/b'],
      },
      conditions: [
        { type: 'Available', status: 'True', reason: 'Ok', message: null, observedGeneration: 3 },
        { type: 'Odd', status: 'False', message: null, lastTransitionTime: null, observedGeneration: null },
      ],
    });
    expect(live.manifest).toMatchObject({ apiVersion: 'apps/v1', kind: 'Deployment', spec: deployment.spec });
    expect(JSON.stringify(live.manifest)).not.toMatch(/managedFields|last-applied/);
  });

  it('has no time where Go wrote its zero time', async () => {
    const zero = '0001-01-01T00:00:00Z';
    const conditions = [{ type: 'Ready', status: 'True', reason: 'Zero', lastTransitionTime: zero }];
    const metadata = { ...deployment.metadata, creationTimestamp: zero, deletionTimestamp: zero };
    const { ask } = graphOver([
      new ScriptedLeaf('leaf').put('deployments', { ...deployment, metadata, status: { conditions } }),
    ]);
    const { lives } = await ask(
      [id],
      'metadata { creationTimestamp deletionTimestamp } conditions { reason lastTransitionTime }',
    );
    expect(lives[0]).toEqual({
      metadata: { creationTimestamp: null, deletionTimestamp: null },
      conditions: [{ reason: 'Zero', lastTransitionTime: null }],
    });
  });

  it('is shown as YAML, with managedFields on request only', async () => {
    const { ask } = graphOver([new ScriptedLeaf('leaf').put('deployments', deployment)]);
    const { lives } = await ask([id], 'plain: yaml full: yaml(managedFields: true)');
    expect(lives[0].plain).toMatch(/^apiVersion: apps\/v1\nkind: Deployment\nmetadata:\n/);
    expect(lives[0].plain).not.toMatch(/managedFields|last-applied/);
    expect(lives[0].full).toMatch(/managedFields:\n +- manager: kubectl/);
  });

  const APPLIED = 'kubectl.kubernetes.io/last-applied-configuration';
  const appliedBy = async (kind: string, annotation: string, selection = 'state lastApplied') => {
    const [name, resource] = kind === 'Secret' ? ['/Secret', 'secrets'] : ['apps/Deployment', 'deployments'];
    const metadata = { name: 'web', namespace: 'team-a', annotations: { [APPLIED]: annotation } };
    const { ask } = graphOver([new ScriptedLeaf('leaf').put(resource, { metadata })]);
    const { lives, errors } = await ask([`leaf/${name}/team-a/web`], selection);
    expect(errors).toEqual([]);
    return lives[0];
  };

  it('tells what was last applied to it, on request only', async () => {
    const manifest = { kind: 'Deployment', spec: { replicas: 2 } };
    expect(await appliedBy('Deployment', JSON.stringify(manifest))).toEqual({ state: 'OK', lastApplied: manifest });
    const beside = await appliedBy(
      'Deployment',
      JSON.stringify(manifest),
      'lastApplied manifest metadata { annotations }',
    );
    expect(beside).toMatchObject({
      lastApplied: manifest,
      manifest: { kind: 'Deployment' },
      metadata: { annotations: {} },
    });
  });

  it.each([
    ['no JSON', '{"kind":'],
    ['no manifest', '"text"'],
    ['longer than all annotations may be', JSON.stringify({ data: 'x'.repeat(256 * 1024) })],
    ['nested too deep to be written', `{"a":${'['.repeat(2_000)}${']'.repeat(2_000)}}`],
  ])('tells of nothing applied where the annotation is %s', async (_what, annotation) =>
    expect(await appliedBy('Deployment', annotation)).toEqual({ state: 'OK', lastApplied: null }),
  );

  it('reads what was applied no oftener than it fits into the answer', async () => {
    const metadata = {
      name: 'web',
      namespace: 'team-a',
      annotations: { [APPLIED]: JSON.stringify({ spec: 'x'.repeat(100_000) }) },
    };
    const { ask } = graphOver([new ScriptedLeaf('leaf').put('pods', { metadata })], { answerBytes: 1_000_000 });
    const parses = jest.spyOn(JSON, 'parse');
    const { errors } = await ask([POD], Array.from({ length: 20 }, (_, i) => `a${i}: lastApplied`).join(' '));
    const parsed = parses.mock.calls.filter(([text]) => text.startsWith('{"spec"'));
    parses.mockRestore();
    expect([parsed.length, errors.length]).toEqual([9, 11]);
  });

  it('tells of no Secret what was applied to it, which has its values', async () => {
    const applied = JSON.stringify({ kind: 'Secret', stringData: { password: 'hunter2' } });
    const live = await appliedBy(
      'Secret',
      applied,
      'state lastApplied manifest yaml(managedFields: true) metadata { annotations }',
    );
    expect(live).toMatchObject({ state: 'OK', lastApplied: null });
    expect(JSON.stringify(live)).not.toContain('hunter2');
  });

  it('may lack everything but a name', async () => {
    const { ask } = graphOver([
      new ScriptedLeaf('leaf').put('pods', { metadata: { name: 'web', namespace: 'team-a' } }),
    ]);
    const { lives, errors } = await ask(
      [POD],
      'state conditions { type } spec status(path: ".a") owners { id } metadata { labels annotations finalizers uid }',
    );
    expect(errors).toEqual([]);
    expect(lives[0]).toEqual({
      state: 'OK',
      conditions: [],
      spec: null,
      status: null,
      owners: [],
      metadata: { labels: {}, annotations: {}, finalizers: [], uid: null },
    });
  });

  it.each(['.a..b', '[x]', '.a[', '["a]', 'a b', '.a[-1]', `.${'a'.repeat(2_000)}`])(
    'refuses the path %s and says how to write one',
    async path => {
      const { ask } = graphOver([leafWithPods()]);
      const { lives, errors } = await ask([POD], `state spec(path: ${JSON.stringify(path)})`);
      expect(lives[0]).toEqual({ state: 'OK', spec: null });
      expect(errors[0]?.extensions).toEqual({ code: 'BAD_USER_INPUT', argument: 'path' });
      expect(errors[0]?.message).toMatch(
        /^spec\(path:\): (The path .* cannot be read at .*\. A path is made of|A path has at most 1024)/,
      );
    },
  );

  it('has no path to a prototype', async () => {
    const { ask } = graphOver([leafWithPods()]);
    const { lives } = await ask(
      [POD],
      'a: spec(path: "constructor.name") b: spec(path: ".__proto__") c: spec(path: "nodeName.length")',
    );
    expect(lives[0]).toEqual({ a: null, b: null, c: null });
  });
});

describe('how much is asked for', () => {
  it.each([
    ['state metadata { name }', 'PartialObjectMetadata'],
    ['state owners { id }', 'PartialObjectMetadata'],
    ['state ... on LiveObject { spec }', 'application/json'],
    ['manifest', 'application/json'],
    ['conditions { type }', 'application/json'],
  ])('for { %s } it is %s', async (selection, accept) => {
    const leaf = leafWithPods(9);
    const { ask } = graphOver([leaf]);
    await ask([POD], selection);
    await ask(podIds(9), selection);
    for (const requested of leaf.requested) {
      if (accept === 'application/json') expect(requested.accept).toBe(accept);
      else
        expect(requested.accept).toBe(
          `application/json;as=PartialObjectMetadata${requested.verb === 'list' ? 'List' : ''};g=meta.k8s.io;v=v1,application/json`,
        );
    }
  });
});
