/** Actions on scripted leaves: the requests that actions send, and the results made from the responses. */
import { describe, expect, it } from '@jest/globals';
import { execute, parse } from 'graphql';
import { pino } from 'pino';
import { Writable } from 'node:stream';
import type { KubernetesErrorCode, KubernetesErrorDetails } from '../../../../kubernetes/errors.ts';
import { ACTIONS } from '../../../../schema/actions.ts';
import type { RequestContext } from '../../../../identity/identity.ts';
import { graphOver, JANE, type GraphOptions } from '../graph.ts';
import { ScriptedLeaf, served, SERVED } from '../scripted-leaf.ts';

const WEB = 'leaf/apps/Deployment/team-a/web';
const APPS = 'leaf/kustomize.toolkit.fluxcd.io/Kustomization/team-a/apps';
const MORE = 'leaf/kustomize.toolkit.fluxcd.io/Kustomization/team-a/more';
const HELD = 'leaf/kustomize.toolkit.fluxcd.io/Kustomization/team-a/held';
const REPO = 'leaf/source.toolkit.fluxcd.io/GitRepository/flux-system/repo';
const CONFIG = {
  apiVersion: 'v1',
  kind: 'Pod',
  metadata: { name: 'new', namespace: 'team-a' },
  spec: { nodeName: 'n1' },
};

function leaf(name = 'leaf'): ScriptedLeaf {
  const sourceRef = { kind: 'GitRepository', name: 'repo', namespace: 'flux-system' };
  return new ScriptedLeaf(name)
    .put('deployments', { metadata: { name: 'web', namespace: 'team-a', uid: 'u1' }, spec: { replicas: 1 } })
    .put('kustomizations', { metadata: { name: 'apps', namespace: 'team-a' }, spec: { sourceRef } })
    .put('kustomizations', { metadata: { name: 'more', namespace: 'team-a' }, spec: { sourceRef } })
    .put('kustomizations', { metadata: { name: 'held', namespace: 'team-a' }, spec: { sourceRef, suspend: true } })
    .put('gitrepositories', { metadata: { name: 'repo', namespace: 'flux-system' }, spec: {} });
}

/** A mutation. `input` is GraphQL text. */
const mutation = (name: string, input: string, selection = 'id outcome message reason') =>
  `mutation { ${name}(input: ${input}) { results { ${selection} } } }`;
const ids = (...all: string[]) => `ids: ${JSON.stringify(all)}`;

/** Patch and delete requests. Times in their bodies are replaced by `now`. */
const written = ({ requested }: ScriptedLeaf) =>
  requested
    .filter(({ verb }) => verb === 'patch' || verb === 'delete')
    .map(({ path, options }) => {
      const { body, contentType, query } = options as { body: unknown; contentType?: string; query?: object };
      return { path, body: JSON.stringify(body).replaceAll(/"\d{4}-[^"]*Z"/g, '"now"'), contentType, query };
    });

const MERGE = { contentType: 'application/merge-patch+json', query: { fieldManager: 'fleetgraph' } };

describe('an action', () => {
  it.each([
    {
      what: 'reconcile sets the annotation of Flux',
      document: mutation('reconcile', `{ ${ids(APPS)} }`),
      writes: [
        ['team-a/kustomizations/apps', '{"metadata":{"annotations":{"reconcile.fluxcd.io/requestedAt":"now"}}}'],
      ],
    },
    {
      what: 'reconcile with source sets it on the source first, once',
      document: mutation('reconcile', `{ ${ids(APPS, MORE)}, withSource: true }`),
      writes: [
        ['flux-system/gitrepositories/repo', '{"metadata":{"annotations":{"reconcile.fluxcd.io/requestedAt":"now"}}}'],
        ['team-a/kustomizations/apps', '{"metadata":{"annotations":{"reconcile.fluxcd.io/requestedAt":"now"}}}'],
        ['team-a/kustomizations/more', '{"metadata":{"annotations":{"reconcile.fluxcd.io/requestedAt":"now"}}}'],
      ],
    },
    {
      what: 'suspend sets spec.suspend',
      document: mutation('suspend', `{ ${ids(APPS)} }`),
      writes: [['team-a/kustomizations/apps', '{"spec":{"suspend":true}}']],
    },
    {
      what: 'resume takes it away',
      document: mutation('resume', `{ ${ids(HELD)} }`),
      writes: [['team-a/kustomizations/held', '{"spec":{"suspend":false}}']],
    },
    {
      what: 'restart sets the annotation of kubectl on the Pod template',
      document: mutation('restart', `{ ${ids(WEB)} }`),
      writes: [
        [
          'team-a/deployments/web',
          '{"spec":{"template":{"metadata":{"annotations":{"kubectl.kubernetes.io/restartedAt":"now"}}}}}',
        ],
      ],
    },
  ])('$what', async ({ document, writes }) => {
    const one = leaf();
    const { data, errors } = await graphOver([one]).run(document);
    expect(errors).toEqual([]);
    expect(new Set(Object.values<any>(data)[0].results.map(({ outcome }: any) => outcome))).toEqual(new Set(['DONE']));
    expect(written(one).map(({ path, ...rest }) => ({ path: path.replace(/.*namespaces\//, ''), ...rest }))).toEqual(
      writes.map(([path, body]) => ({ path, body, ...MERGE })),
    );
    expect(one.requested.every(({ as }) => as.type === 'impersonate' && as.user === 'jane')).toBe(true);
  });

  it('scales through the subresource', async () => {
    const one = leaf();
    one.objects.set('/apis/apps/v1/namespaces/team-a/deployments/web/scale', {
      metadata: { name: 'web' },
      spec: { replicas: 1 },
    });
    const scaled = async (replicas: number) =>
      (await graphOver([one]).run(mutation('scale', `{ ${ids(WEB)}, replicas: ${replicas} }`))).data.scale.results;
    expect(await scaled(3)).toMatchObject([{ outcome: 'DONE' }]);
    expect(await scaled(3)).toMatchObject([{ outcome: 'UNCHANGED' }]);
    expect(written(one)[0]).toMatchObject({
      path: '/apis/apps/v1/namespaces/team-a/deployments/web/scale',
      body: '{"spec":{"replicas":3}}',
    });
  });

  it('tells an object without a scale from one that is not there', async () => {
    const absent = WEB.replace('web', 'absent');
    const { data } = await graphOver([leaf()]).run(mutation('scale', `{ ${ids(WEB, absent)}, replicas: 3 }`));
    expect(data.scale.results).toMatchObject([
      { outcome: 'UNSUPPORTED', message: 'There is no scale for objects of kind Deployment.apps.' },
      { outcome: 'NOT_FOUND' },
    ]);
  });

  it('deletes what still is the object that is meant', async () => {
    const one = leaf();
    const { run } = graphOver([one]);
    const input = (more: string) =>
      `{ objects: [{ id: "${WEB}", uid: "u1", resourceVersion: "7" }], propagation: FOREGROUND${more} }`;
    expect((await run(mutation('delete', input(', dryRun: true')))).data.delete.results).toMatchObject([
      { outcome: 'WOULD_DO' },
    ]);
    expect((await run(mutation('delete', input('')))).data.delete.results).toMatchObject([{ outcome: 'DONE' }]);
    const options = {
      ...{ apiVersion: 'v1', kind: 'DeleteOptions' },
      ...{ preconditions: { uid: 'u1', resourceVersion: '7' }, propagationPolicy: 'Foreground' },
    };
    expect(written(one).map(({ body }) => JSON.parse(body))).toEqual([{ ...options, dryRun: ['All'] }, options]);
  });

  it('applies a manifest in its own version, and tells whether that changes anything', async () => {
    const one = leaf();
    const { run } = graphOver([one]);
    const document = `mutation ($manifests: [JSONObject!]!, $dryRun: Boolean!) { apply(input: { cluster: "leaf", manifests: $manifests, dryRun: $dryRun }) { results { id outcome } } }`;
    const applied = async (manifest: object, dryRun = false) =>
      (await run(document, { manifests: [manifest], dryRun })).data.apply.results;
    expect(await applied(CONFIG, true)).toEqual([{ id: 'leaf//Pod/team-a/new', outcome: 'WOULD_DO' }]);
    expect(await applied(CONFIG)).toEqual([{ id: 'leaf//Pod/team-a/new', outcome: 'DONE' }]);
    expect(await applied(CONFIG)).toMatchObject([{ outcome: 'UNCHANGED' }]);
    expect(await applied(CONFIG, true)).toMatchObject([{ outcome: 'UNCHANGED' }]);
    expect(await applied({ ...CONFIG, spec: { nodeName: 'n2' } }, true)).toMatchObject([{ outcome: 'WOULD_DO' }]);
    await applied({ ...CONFIG, apiVersion: 'v2' });
    expect(written(one).at(-1)).toEqual({
      path: '/api/v2/namespaces/team-a/pods/new',
      body: JSON.stringify({ ...CONFIG, apiVersion: 'v2' }),
      contentType: 'application/apply-patch+yaml',
      query: { fieldManager: 'fleetgraph', force: false },
    });
  });

  it('waits until the leaf has noticed an object that the same mutation applied', async () => {
    const one = leaf();
    one.resources = [...SERVED, served('scheduling.k8s.io', 'priorityclasses', 'PriorityClass', false)];
    let refusals = 2;
    one.refuse = ({ verb, path }) => {
      if (verb === 'patch' && path.endsWith('/pods/new') && refusals-- > 0)
        throw one.error('FORBIDDEN', 'refused', {
          ...{ status: 403, said: 'pods "new" is forbidden: no PriorityClass with name urgent was found' },
        });
    };
    const { run } = graphOver([one]);
    const document = `mutation ($manifests: [JSONObject!]!) { apply(input: { cluster: "leaf", manifests: $manifests }) { results { outcome } } }`;
    const outcomes = async (...manifests: object[]) =>
      (await run(document, { manifests })).data.apply.results.map(({ outcome }: { outcome: string }) => outcome);
    const urgent = { apiVersion: 'scheduling.k8s.io/v1', kind: 'PriorityClass', metadata: { name: 'urgent' } };
    expect(await outcomes(CONFIG, urgent)).toEqual(['DONE', 'DONE']);
    expect(written(one).map(({ path }) => path.split('/').at(-1))).toEqual(['urgent', 'new', 'new', 'new']);
    refusals = 1;
    expect(await outcomes(CONFIG)).toEqual(['FORBIDDEN']);
    refusals = Infinity;
    expect(await outcomes(CONFIG, urgent)).toEqual(['FORBIDDEN', 'UNCHANGED']);
  });

  it('changes nothing in a dry run', async () => {
    const one = leaf();
    const before = structuredClone([...one.objects]);
    const { run } = graphOver([one]);
    for (const [name, id, more] of [
      ['reconcile', APPS, ', withSource: true'],
      ['suspend', APPS, ''],
      ['resume', HELD, ''],
      ['restart', WEB, ''],
    ] as const) {
      const { data } = await run(mutation(name, `{ ${ids(id)}, dryRun: true${more} }`, 'outcome source { outcome }'));
      expect([name, data[name].results[0].outcome]).toEqual([name, 'WOULD_DO']);
    }
    expect([...one.objects]).toEqual(before);
    expect(written(one).every(({ query }) => (query as { dryRun?: string }).dryRun === 'All')).toBe(true);
  });

  it('says that it was so before', async () => {
    const { run } = graphOver([leaf()]);
    expect(
      (await run(mutation('suspend', `{ ${ids(APPS, HELD)} }`))).data.suspend.results.map(
        ({ outcome }: any) => outcome,
      ),
    ).toEqual(['DONE', 'UNCHANGED']);
  });

  it.each([
    ['reconcile', HELD, '', {}, /^It is suspended, so its controller would not look at it\. Resume it first\.$/],
    ['restart', WEB, '', { paused: true }, /^It is paused/],
    ['restart', WEB, '', { replicas: 0 }, /^It has no Pods to replace/],
    ['restart', WEB, '', { updateStrategy: { type: 'OnDelete' } }, /^Its update strategy is OnDelete/],
    ['undo', WEB, '', { paused: true }, /^It is paused/],
    ['undo', WEB, '', {}, /^It has no earlier revision\. It has: none\.$/],
    ['undo', WEB, ', toRevision: 7', {}, /^It has no revision 7\./],
  ])(
    '%s of %s says why it would have no effect, also in a dry run, and changes nothing (%#)',
    async (name, id, more, spec, why) => {
      const one = leaf();
      one.put('deployments', {
        metadata: { name: 'web', namespace: 'team-a', uid: 'u1' },
        spec: { replicas: 1, ...spec },
      });
      for (const dryRun of ['', ', dryRun: true']) {
        const { data, errors } = await graphOver([one]).run(mutation(name, `{ ${ids(id)}${more}${dryRun} }`));
        expect(errors).toEqual([]);
        expect(data[name].results).toMatchObject([{ id, outcome: 'NO_EFFECT', message: expect.stringMatching(why) }]);
      }
      expect(written(one)).toEqual([]);
    },
  );

  it('reconciles the chart of a HelmRelease before it, and no source that is static', async () => {
    const sourceRef = { kind: 'HelmRepository', name: 'charts', namespace: 'flux-system' };
    const one = leaf();
    one.resources = [
      ...SERVED,
      served('source.toolkit.fluxcd.io', 'helmcharts', 'HelmChart'),
      served('source.toolkit.fluxcd.io', 'helmrepositories', 'HelmRepository'),
    ];
    one
      .put('helmreleases', {
        metadata: { name: 'shop', namespace: 'team-a' },
        spec: { chart: { spec: { sourceRef } } },
      })
      .put('helmcharts', { metadata: { name: 'team-a-shop', namespace: 'flux-system' }, spec: { sourceRef } })
      .put('helmrepositories', { metadata: { name: 'charts', namespace: 'flux-system' }, spec: { type: 'oci' } });
    const ask = (id: string) =>
      graphOver([one]).run(mutation('reconcile', `{ ${ids(id)}, withSource: true }`, 'outcome source { id outcome }'));
    const chart = 'leaf/source.toolkit.fluxcd.io/HelmChart/flux-system/team-a-shop';
    expect((await ask('leaf/helm.toolkit.fluxcd.io/HelmRelease/team-a/shop')).data.reconcile.results).toEqual([
      { outcome: 'DONE', source: { id: chart, outcome: 'DONE' } },
    ]);
    expect((await ask(chart)).data.reconcile.results).toEqual([{ outcome: 'DONE', source: null }]);
  });

  it('forces and resets HelmReleases, and nothing else', async () => {
    const one = leaf().put('helmreleases', { metadata: { name: 'shop', namespace: 'team-a' }, spec: {} });
    const release = 'leaf/helm.toolkit.fluxcd.io/HelmRelease/team-a/shop';
    const { data } = await graphOver([one]).run(
      mutation('reconcile', `{ ${ids(release, APPS)}, force: true, reset: true }`),
    );
    expect(data.reconcile.results).toMatchObject([
      { outcome: 'DONE' },
      {
        outcome: 'UNSUPPORTED',
        message: 'There is no reconcile with force for objects of kind Kustomization.kustomize.toolkit.fluxcd.io.',
      },
    ]);
    const annotations = ['requestedAt', 'forceAt', 'resetAt'].map(name => `"reconcile.fluxcd.io/${name}":"now"`);
    expect(written(one).map(({ body }) => body)).toEqual([`{"metadata":{"annotations":{${annotations.join(',')}}}}`]);
  });

  it('is done for who may change an object but not read it', async () => {
    const one = leaf();
    one.refuse = ({ verb }) => {
      if (verb === 'get') throw one.error('FORBIDDEN', 'cannot get', { status: 403 });
    };
    const { run } = graphOver([one]);
    expect((await run(mutation('suspend', `{ ${ids(MORE)} }`))).data.suspend.results).toMatchObject([
      { outcome: 'DONE' },
    ]);
    const { data } = await run(
      mutation('reconcile', `{ ${ids(MORE)}, withSource: true }`, 'outcome sourceAsked source { id }'),
    );
    expect(data.reconcile.results).toEqual([{ outcome: 'DONE', sourceAsked: false, source: null }]);
  });

  it('says whether a source was asked', async () => {
    const one = leaf().put('kustomizations', { metadata: { name: 'none', namespace: 'team-a' }, spec: {} });
    const none = APPS.replace('apps', 'none');
    const requested = async (more: string) =>
      (await graphOver([one]).run(mutation('reconcile', `{ ${ids(APPS, none)}${more} }`, 'outcome sourceAsked'))).data
        .reconcile.results;
    expect(await requested(', withSource: true')).toEqual([
      { outcome: 'DONE', sourceAsked: true },
      { outcome: 'DONE', sourceAsked: null },
    ]);
    expect(await requested('')).toMatchObject([{ sourceAsked: null }, { sourceAsked: null }]);
  });

  it('is among the requests that are counted of a cluster, beside what is read of it afterwards', async () => {
    const { subgraph, request } = graphOver([leaf()]);
    const leafRequests: NonNullable<RequestContext['leafRequests']> = new Map();
    const selection = '{ results { object { live { state } } } }';
    const document = `mutation { a: suspend(input: { ${ids(APPS)} }) ${selection} b: resume(input: { ${ids(APPS)} }) ${selection} }`;
    await execute({
      schema: subgraph.schema,
      document: parse(document),
      contextValue: subgraph.context({ ...request(), leafRequests }),
    });
    const counted = [...leafRequests.get('leaf')!].reduce((all, { requests }) => all + requests, 0);
    expect(counted).toBe(6);
  });

  it.each([
    ['reconcile', WEB, 'There is no reconcile for objects of kind Deployment.apps.'],
    ['suspend', WEB, 'There is no suspend for objects of kind Deployment.apps.'],
    ['restart', APPS, 'There is no restart for objects of kind Kustomization.kustomize.toolkit.fluxcd.io.'],
    ['restart', 'absent//Pod/team-a/web', 'There is no restart for objects of kind Pod.'],
  ])('%s is not for %s, and no leaf is asked', async (name, id, message) => {
    const one = leaf();
    const { data } = await graphOver([one]).run(mutation(name, `{ ${ids(id)} }`));
    expect(data[name].results).toEqual([{ id, outcome: 'UNSUPPORTED', message, reason: null }]);
    expect(one.requested).toEqual([]);
  });

  it('answers with the object as it is then, also where it was read before', async () => {
    const selection = 'outcome object { id live { spec(path: ".suspend") } }';
    const document = `mutation { a: suspend(input: { ${ids(APPS)} }) { results { ${selection} } } b: resume(input: { ${ids(APPS)} }) { results { ${selection} } } }`;
    const { data } = await graphOver([leaf()]).run(document);
    expect([data.a, data.b].map(({ results: [it] }) => [it.outcome, it.object])).toEqual([
      ['DONE', { id: APPS, live: { spec: true } }],
      ['DONE', { id: APPS, live: { spec: false } }],
    ]);
  });

  it('tells what became of the source, and stops where that is refused', async () => {
    const one = leaf();
    one.refuse = ({ verb, path }) => {
      if (verb === 'patch' && path.includes('gitrepositories'))
        throw one.error('FORBIDDEN', 'cannot patch', { status: 403 });
    };
    const { data } = await graphOver([one]).run(
      mutation(
        'reconcile',
        `{ ${ids(APPS, MORE)}, withSource: true }`,
        'id outcome message source { id outcome message }',
      ),
    );
    expect(data.reconcile.results[1]).toEqual({
      ...{
        id: MORE,
        outcome: 'FORBIDDEN',
        message: 'Its source could not be reconciled, and so it was not: see source.',
      },
      source: {
        ...{ id: REPO, outcome: 'FORBIDDEN' },
        message:
          'Cluster "leaf" does not let you patch gitrepositories.source.toolkit.fluxcd.io "repo" in namespace "flux-system".',
      },
    });
    expect(written(one)).toHaveLength(1);
  });

  it('tells of a source that was asked also where what is made from it is refused then', async () => {
    const one = leaf();
    one.refuse = ({ verb, path }) => {
      if (verb === 'patch' && path.includes('kustomizations'))
        throw one.error('FORBIDDEN', 'cannot patch', { status: 403 });
    };
    for (const [hidden, outcome] of [
      [[], 'FORBIDDEN'],
      [[APPS], 'NOT_FOUND'],
    ] as const) {
      const graph = graphOver([one], { hidden });
      const { data } = await graph.run(
        mutation('reconcile', `{ ${ids(APPS)}, withSource: true }`, 'outcome source { outcome }'),
      );
      expect(data.reconcile.results).toEqual([{ outcome, source: { outcome: 'DONE' } }]);
      expect(graph.counted).toEqual([`reconcile ${outcome}`, 'reconcile DONE']);
    }
  });

  it('is sent once, whatever the leaf answers, and keeps none of the other objects from it', async () => {
    const [one, other] = [leaf(), leaf('other')];
    one.refuse = ({ verb }) => (verb === 'get' ? undefined : new Promise(() => undefined));
    const { data } = await graphOver([one, other], { leafTimeoutMs: 50 }).run(
      mutation('restart', `{ ${ids(WEB, WEB.replace('leaf', 'other'))} }`),
    );
    expect(data.restart.results).toMatchObject([
      { outcome: 'TIMEOUT', message: 'Cluster "leaf" did not answer in time. It is not known whether it was done.' },
      { outcome: 'DONE' },
    ]);
    expect([written(one).length, written(other).length]).toEqual([1, 1]);
  });

  it('that fails by a fault of ours keeps none of the others from being done and told', async () => {
    const one = leaf();
    const request = one.request.bind(one);
    one.request = async (path, options) => {
      if (path.endsWith('/more')) throw new TypeError('a fault');
      return request(path, options);
    };
    const { data, errors } = await graphOver([one]).run(mutation('suspend', `{ ${ids(APPS, MORE)} }`));
    expect(errors).toEqual([]);
    expect(data.suspend.results).toMatchObject([
      { outcome: 'DONE' },
      { outcome: 'UNREACHABLE', message: expect.stringContaining('It is not known whether it was done.') },
    ]);
    expect(written(one)).toHaveLength(1);
  });

  it('goes on when the client leaves', async () => {
    const one = leaf();
    const gone = new AbortController();
    let arrived = () => {};
    one.refuse = async () => {
      gone.abort();
      await new Promise<void>(resolve => setImmediate(resolve));
      setImmediate(arrived);
    };
    const finished = new Promise<void>(resolve => (arrived = resolve));
    await graphOver([one]).run(mutation('restart', `{ ${ids(WEB)} }`), {}, { signal: gone.signal });
    await finished;
    expect(JSON.stringify([...one.objects])).toContain('restartedAt');
  });
});

describe('a refusal', () => {
  const refusing = (
    code: KubernetesErrorCode,
    details: Omit<KubernetesErrorDetails, 'cluster'>,
    options: GraphOptions = {},
  ) => {
    const one = leaf();
    one.refuse = ({ verb }) => {
      if (verb === 'patch') throw one.error(code, `raw words of 10.0.0.1: ${details.said ?? ''}`, details);
    };
    return graphOver([one], options).run(
      mutation('restart', `{ ${ids(WEB)} }`, 'outcome message reason conflicts { field manager }'),
    );
  };
  const forbidden = 'Cluster "leaf" does not let you patch deployments.apps "web" in namespace "team-a".';
  const policy = 'A policy of cluster "leaf" does not allow this.';
  const invalid = 'Cluster "leaf" does not take this for a valid object or change.';

  it.each<[string, KubernetesErrorCode, Omit<KubernetesErrorDetails, 'cluster'>, object]>([
    [
      'by RBAC has no reason of the leaf',
      'FORBIDDEN',
      { status: 403, said: 'deployments.apps "web" is forbidden: User "jane" cannot patch resource "deployments"' },
      { outcome: 'FORBIDDEN', message: forbidden, reason: null },
    ],
    [
      'of our impersonation does not name our account',
      'FORBIDDEN',
      {
        status: 403,
        said: 'users "jane" is forbidden: User "system:serviceaccount:fleet:fleetgraph" cannot impersonate resource "users"',
      },
      { outcome: 'FORBIDDEN', reason: null },
    ],
    ...['team-a/web', 'exceeded quota', 'admission webhook'].map(
      (text): [string, KubernetesErrorCode, Omit<KubernetesErrorDetails, 'cluster'>, object] => [
        `by RBAC has none either where the object has a name like the words of admission: ${text}`,
        'FORBIDDEN',
        {
          status: 403,
          // The API server quotes names as Go does. An attacker chose this name.
          said: `deployments.apps "a\\" is forbidden: ${text}: " is forbidden: User "system:serviceaccount:fleet:fleetgraph" cannot impersonate`,
        },
        { outcome: 'FORBIDDEN', reason: null },
      ],
    ),
    [
      'by a webhook has its words',
      'FORBIDDEN',
      { status: 403, said: 'admission webhook "policy.example.org" denied the request: no restarts on Friday' },
      {
        ...{ outcome: 'FORBIDDEN', message: policy },
        reason: 'admission webhook "policy.example.org" denied the request: no restarts on Friday',
      },
    ],
    [
      'by a webhook that answers 400 is the same',
      'BAD_REQUEST',
      { status: 400, said: 'admission webhook "policy.example.org" denied the request: no' },
      { outcome: 'FORBIDDEN', message: policy },
    ],
    [
      'by a policy of the cluster has its words',
      'INVALID',
      {
        status: 422,
        said: `deployments.apps "web" is forbidden: ValidatingAdmissionPolicy 'p' with binding 'b' denied request: no`,
      },
      { outcome: 'FORBIDDEN', message: policy, reason: expect.stringContaining('denied request: no') },
    ],
    [
      'by a quota has its words',
      'FORBIDDEN',
      {
        status: 403,
        said: 'pods "web" is forbidden: exceeded quota: q, requested: pods=1, used: pods=1, limited: pods=1',
      },
      { outcome: 'FORBIDDEN', message: policy, reason: expect.stringContaining('exceeded quota') },
    ],
    [
      'by validation has its words',
      'INVALID',
      { status: 422, said: 'Deployment.apps "web" is invalid: spec.replicas: Invalid value: -1' },
      { outcome: 'INVALID', message: invalid, reason: expect.stringContaining('Invalid value') },
    ],
    [
      'by a webhook that fails has no words, which name addresses',
      'SERVER_ERROR',
      { status: 500, said: 'Internal error occurred: failed calling webhook "x": Post "https://10.0.0.1/": refused' },
      {
        outcome: 'UNREACHABLE',
        message: 'Cluster "leaf" answered with a failure of its own (HTTP 500). It is not known whether it was done.',
        reason: null,
      },
    ],
    [
      'by a proxy has no words',
      'MALFORMED',
      { status: 403 },
      { outcome: 'UNREACHABLE', reason: null, message: expect.stringContaining('cannot be used') },
    ],
    [
      'by a version is a conflict',
      'CONFLICT',
      { status: 409, said: 'Precondition failed: UID in precondition: a, UID in object meta: b' },
      { outcome: 'CONFLICT', reason: null, conflicts: null, message: expect.stringContaining('Read it again') },
    ],
    [
      'by other managers names them and their fields',
      'CONFLICT',
      {
        status: 409,
        said: 'Apply failed with 2 conflicts',
        causes: [
          { reason: 'FieldManagerConflict', message: 'conflict with "helm" using apps/v1', field: '.spec.replicas' },
          { reason: 'FieldManagerConflict', message: 'conflict with nobody', field: '.spec.paused' },
          { reason: 'Other', message: 'x', field: 'y' },
        ],
      },
      {
        outcome: 'CONFLICT',
        conflicts: [
          { field: '.spec.replicas', manager: 'helm' },
          { field: '.spec.paused', manager: null },
        ],
      },
    ],
    [
      'for load is told as that',
      'THROTTLED',
      { status: 429 },
      { outcome: 'THROTTLED', message: 'Cluster "leaf" has too many requests to answer; ask again later.' },
    ],
    [
      'by the kind is no fault of the object',
      'BAD_REQUEST',
      { status: 405, said: 'the server does not allow this method on the requested resource' },
      { outcome: 'UNSUPPORTED', reason: null },
    ],
  ])('%s', async (_what, code, details, expected) => {
    const { data, errors } = await refusing(code, details);
    expect(errors).toEqual([]);
    expect(data.restart.results).toMatchObject([expected]);
    expect(JSON.stringify(data)).not.toMatch(/10\.0\.0\.1|serviceaccount/);
  });

  const absent = {
    outcome: 'NOT_FOUND',
    message: 'There is no such object, or you may not know of it.',
    reason: null,
    conflicts: null,
  };

  it.each<[KubernetesErrorCode, number]>([
    ['FORBIDDEN', 403],
    ['UNAUTHORIZED', 401],
    ['THROTTLED', 429],
    ['TIMEOUT', 504],
    ['SERVER_ERROR', 500],
    ['NOT_FOUND', 404],
  ])('of %s tells nothing of what the caller may not know', async (code, status) => {
    expect((await refusing(code, { status }, { hidden: [WEB] })).data.restart.results).toEqual([absent]);
  });

  it('is the same for a cluster that is not there', async () => {
    const { data } = await graphOver([]).run(
      mutation('restart', `{ ${ids(WEB)} }`, 'outcome message reason conflicts { field } object { id }'),
    );
    expect(data.restart.results).toEqual([{ ...absent, object: null }]);
  });

  it('comes without asking a cluster that the caller may not name', async () => {
    const one = leaf();
    const { data } = await graphOver([one], { hidden: ['leaf', WEB] }).run(mutation('restart', `{ ${ids(WEB)} }`));
    expect(data.restart.results).toMatchObject([{ outcome: 'NOT_FOUND' }]);
    expect(one.requested).toEqual([]);
  });

  it.each([
    ['reconcile', 'kustomize.toolkit.fluxcd.io/Kustomization', ''],
    ['reconcile', 'kustomize.toolkit.fluxcd.io/Kustomization', ', withSource: true'],
    ['suspend', 'kustomize.toolkit.fluxcd.io/Kustomization', ''],
    ['restart', 'apps/Deployment', ''],
    ['scale', 'apps/Deployment', ', replicas: 3'],
    ['delete', 'apps/Deployment', ''],
    ['apply', 'apps/Deployment', ''],
  ])('of %s %s%s takes as many requests where the cluster does not serve the kind', async (name, kind, more) => {
    const id = `leaf/${kind}/team-a/hidden`;
    const input =
      name === 'delete'
        ? `{ objects: [{ id: "${id}" }] }`
        : name === 'apply'
          ? '{ cluster: "leaf", manifests: [{ apiVersion: "apps/v1", kind: "Deployment", metadata: { name: "hidden", namespace: "team-a" } }] }'
          : `{ ${ids(id)}${more} }`;
    const refused = async (resources: ScriptedLeaf['resources']) => {
      const one = leaf();
      one.resources = resources;
      one.refuse = ({ path }) => {
        if (path !== '/version') throw one.error('FORBIDDEN', 'no', { status: 403 });
      };
      one.objects.set('/version', { metadata: { name: '' } });
      const { data } = await graphOver([one], { hidden: [id, `leaf/${kind}`] }).run(mutation(name, input));
      expect(one.requested.every(({ as }) => as.type === 'impersonate' && as.user === 'jane')).toBe(true);
      return { results: data[name].results, requests: one.requested.length };
    };
    const hidden = await refused(SERVED);
    expect(hidden).toMatchObject({ results: [{ id, outcome: 'NOT_FOUND' }] });
    expect(await refused(SERVED.filter(({ group }) => group === ''))).toEqual(hidden);
    expect(await refused(SERVED.map(it => ({ ...it, namespaced: false })))).toEqual(hidden);
  });

  it('of the object itself is told to whom the cluster lets in', async () => {
    const { data } = await refusing('INVALID', { status: 422, said: 'x is invalid' }, { hidden: [WEB] });
    expect(data.restart.results).toMatchObject([{ outcome: 'INVALID', reason: 'x is invalid' }]);
  });

  it('to make an object is told to who may know of the kind there', async () => {
    const one = leaf();
    one.refuse = () => {
      throw one.error('FORBIDDEN', 'no', { status: 403 });
    };
    const id = 'leaf//Pod/team-a/new';
    const apply = async (hidden: string[], leaves = [one]) =>
      (
        await graphOver(leaves, { hidden }).run(
          'mutation ($m: [JSONObject!]!) { apply(input: { cluster: "leaf", manifests: $m }) { results { outcome message } } }',
          { m: [CONFIG] },
        )
      ).data.apply.results;
    expect(await apply([id])).toMatchObject([{ outcome: 'FORBIDDEN' }]);
    const unknown = await apply([id, 'leaf//Pod']);
    expect(unknown).toMatchObject([{ outcome: 'NOT_FOUND' }]);
    expect(await apply([id, 'leaf//Pod'], [])).toEqual(unknown);
  });
});

describe('what is asked wrongly', () => {
  it.each([
    [
      'an id that is none',
      mutation('restart', '{ ids: ["nonsense"] }'),
      /input\.ids\[0\]: "nonsense" is not an object id/,
    ],
    ['an object twice', mutation('restart', `{ ${ids(WEB, WEB)} }`), /is there twice\. Name each object once/],
    [
      'too many objects',
      mutation('restart', `{ ${ids(WEB, WEB.replace('web', 'w2'), WEB.replace('web', 'w3'))} }`),
      /at most 2 objects \(limits\.actionObjects\)/,
    ],
    ['a negative number of replicas', mutation('scale', `{ ${ids(WEB)}, replicas: -1 }`), /give 0 or more/],
    ['an empty key', mutation('restart', `{ ${ids(WEB)}, idempotencyKey: "" }`), /1 to 128 characters/],
    [
      'a manifest without a name',
      mutation('apply', '{ cluster: "leaf", manifests: [{ apiVersion: "v1", kind: "Pod", metadata: {} }] }'),
      /manifests\[0\]: it has no metadata\.name/,
    ],
    [
      'a manifest that is a path',
      mutation(
        'apply',
        '{ cluster: "leaf", manifests: [{ apiVersion: "../v1", kind: "Pod", metadata: { name: "x" } }] }',
      ),
      /apiVersion/,
    ],
    [
      'a manager with a line break',
      mutation('apply', '{ cluster: "leaf", fieldManager: "a\\nb", manifests: [] }'),
      /printable ASCII/,
    ],
  ])('%s: nothing is done', async (_what, document, message) => {
    const one = leaf();
    const { errors } = await graphOver([one], { actionObjects: 2 }).run(document);
    expect(errors).toMatchObject([{ message: expect.stringMatching(message), extensions: { code: 'BAD_USER_INPUT' } }]);
    expect(one.requested).toEqual([]);
  });

  it('counts the objects of all mutations of a request', async () => {
    const one = leaf();
    const field = (name: string, id: string) => `${name}: restart(input: { ${ids(id)} }) { results { outcome } }`;
    const { data, errors } = await graphOver([one], { actionObjects: 1 }).run(
      `mutation { ${field('a', WEB)} ${field('b', `${WEB}2`)} }`,
    );
    expect([data.a.results[0].outcome, data.b, errors.length]).toEqual(['DONE', null, 1]);
  });

  it.each(['..', 'a/b', '%2e%2e', 'x?dryRun=All', '\u0000'])('a name like %j reaches no other path', async name => {
    const one = leaf();
    const { data } = await graphOver([one]).run(
      mutation('restart', `{ ${ids(`leaf/apps/Deployment/team-a/${encodeURIComponent(name)}`)} }`),
    );
    expect(data.restart.results).toMatchObject([{ outcome: 'NOT_FOUND' }]);
    expect(one.requested.map(({ path }) => path)).toEqual(
      name.includes('?') ? [`/apis/apps/v1/namespaces/team-a/deployments/x%3FdryRun%3DAll`] : [],
    );
  });
});

describe('what is switched off', () => {
  it.each(ACTIONS)('refuses %s where all are, and says so', async name => {
    const one = leaf();
    const input = {
      apply: '{ cluster: "leaf", manifests: [] }',
      delete: '{ objects: [] }',
      scale: `{ ${ids(WEB)}, replicas: 1 }`,
    };
    const document = mutation(name, (input as Record<string, string>)[name] ?? `{ ${ids(WEB)} }`);
    const { errors } = await graphOver([one], { allow: [] }).run(document);
    expect(errors).toMatchObject([
      {
        message: 'Actions are switched off here (mutations.enabled, mutations.allow).',
        extensions: { code: 'ACTION_NOT_ENABLED' },
      },
    ]);
    expect(one.requested).toEqual([]);
  });

  it('is told beforehand', async () => {
    const { run } = graphOver([leaf()], { allow: ['restart', 'scale'] });
    expect((await run('{ actions }')).data).toEqual({ actions: ['RESTART', 'SCALE'] });
    const { errors } = await run(mutation('suspend', `{ ${ids(APPS)} }`));
    expect(errors[0]?.message).toBe('The action "suspend" is switched off here (mutations.enabled, mutations.allow).');
    expect((await run(mutation('restart', `{ ${ids(WEB)} }`))).errors).toEqual([]);
  });
});

describe('an idempotency key', () => {
  const keyed = (key: string, id = WEB) =>
    mutation('restart', `{ ${ids(id)}, idempotencyKey: "${key}" }`, 'outcome object { id }');

  it('has a repeat answered without doing it again, also while it is under way', async () => {
    const one = leaf();
    const { run } = graphOver([one]);
    const [first, second] = await Promise.all([run(keyed('k')), run(keyed('k'))]);
    expect(await run(keyed('k'))).toEqual(first);
    expect(second).toEqual(first);
    expect(written(one)).toHaveLength(1);
    await run(keyed('other'));
    expect(written(one)).toHaveLength(2);
  });

  it('is one for each identity', async () => {
    const one = leaf();
    const { run } = graphOver([one]);
    await run(keyed('k'));
    await run(keyed('k'), {}, { as: { ...JANE, user: 'john' } });
    await run(keyed('k'), {}, { as: { ...JANE, groups: ['ops'] } });
    expect(written(one)).toHaveLength(3);
  });

  it('is not for something else', async () => {
    const { run } = graphOver([leaf()]);
    await run(keyed('k'));
    const { errors } = await run(keyed('k', `${WEB}2`));
    expect(errors).toMatchObject([
      { message: expect.stringContaining('for something else'), extensions: { code: 'BAD_USER_INPUT' } },
    ]);
  });
});

describe('the audit record', () => {
  it('has a line for each object and each source: who, what, where, and what became of it', async () => {
    const lines: any[] = [];
    const log = pino(
      { base: null },
      new Writable({ write: (chunk, _, done) => (lines.push(JSON.parse(String(chunk))), done()) }),
    );
    const one = leaf();
    const graph = graphOver([one], { log, hidden: ['leaf/kustomize.toolkit.fluxcd.io/Kustomization/team-a/absent'] });
    await graph.run(
      mutation(
        'reconcile',
        `{ ${ids(APPS, APPS.replace('apps', 'absent'))}, withSource: true, dryRun: true, idempotencyKey: "secret-key" }`,
      ),
    );
    const who = { audit: 'action', user: 'jane', groups: ['dev'], action: 'reconcile', cluster: 'leaf', dryRun: true };
    expect(lines.sort((a, b) => (a.id < b.id ? -1 : 1))).toMatchObject([
      { ...who, id: APPS.replace('apps', 'absent'), outcome: 'NOT_FOUND' },
      { ...who, id: APPS, outcome: 'WOULD_DO', idempotencyKey: expect.stringMatching(/^[\w-]{43}$/) },
      { ...who, id: REPO, outcome: 'WOULD_DO' },
    ]);
    expect(JSON.stringify(lines)).not.toContain('secret-key');
    expect(graph.counted.toSorted()).toEqual(['reconcile NOT_FOUND', 'reconcile WOULD_DO', 'reconcile WOULD_DO']);
  });
});

describe('manifests in YAML', () => {
  const document = `mutation ($yaml: String!, $manifests: [JSONObject!]! = []) {
    apply(input: { cluster: "leaf", yaml: $yaml, manifests: $manifests }) { results { id outcome } }
  }`;
  const pod = (name: string) => `apiVersion: v1\nkind: Pod\nmetadata: {name: ${name}, namespace: team-a}\n`;

  it('are applied behind those in JSON, and Lists item by item', async () => {
    const list = `apiVersion: v1\nkind: List\nitems:\n- ${pod('b').replaceAll(/\n(?=.)/g, '\n  ')}- ${pod('c').replaceAll(/\n(?=.)/g, '\n  ')}`;
    const { data, errors } = await graphOver([leaf()]).run(document, {
      yaml: `${pod('a')}---\n${list}`,
      manifests: [CONFIG],
    });
    expect(errors).toEqual([]);
    expect(data.apply.results).toEqual(
      ['new', 'a', 'b', 'c'].map(name => ({ id: `leaf//Pod/team-a/${name}`, outcome: 'DONE' })),
    );
  });

  it.each([
    ['has a key twice', `${pod('a')}spec: 1\nspec: 2`, 'input.yaml: line 5: .spec is there twice. Keep one of them.'],
    [
      'has an object without a name',
      `${pod('a')}---\n{apiVersion: v1, kind: Pod, metadata: {}}`,
      'input.yaml: line 5: it has no metadata.name.',
    ],
    [
      'has such an object in a List',
      `kind: List\napiVersion: v1\nitems:\n- ${pod('a').replaceAll(/\n(?=.)/g, '\n  ')}- kind: Pod`,
      'input.yaml: line 1.items[1]: it has no metadata.',
    ],
    [
      'has one object twice',
      `${pod('a')}---\n${pod('a')}`,
      'input: leaf//Pod/team-a/a is there twice. Name each object once.',
    ],
  ])('are refused before anything is done where one %s', async (_what, yaml, message) => {
    const one = leaf();
    const { errors } = await graphOver([one]).run(document, { yaml });
    expect(errors).toMatchObject([{ message, extensions: { code: 'BAD_USER_INPUT' } }]);
    expect(written(one)).toEqual([]);
  });

  it('are not read where apply is switched off', async () => {
    const { errors } = await graphOver([leaf()], { allow: [] }).run(document, { yaml: 'a: 1\na: 2' });
    expect(errors).toMatchObject([{ extensions: { code: 'ACTION_NOT_ENABLED' } }]);
  });
});

describe('a manifest', () => {
  const document = `mutation ($cluster: String!, $manifests: [JSONObject!]!) {
    apply(input: { cluster: $cluster, manifests: $manifests }) { results { id outcome reason } }
  }`;
  const named = (metadata: object, kind = 'Pod') => ({
    ...CONFIG,
    kind,
    metadata: { ...CONFIG.metadata, ...metadata },
  });

  it.each([
    ['whose name is no text that can be sent', 'leaf', named({ name: '\ud800' })],
    ['whose namespace is none', 'leaf', named({ namespace: '\udc00' })],
    ['whose kind is none', 'leaf', named({}, '\ud800')],
    ['for a cluster whose name is none', '\ud800', CONFIG],
    ['whose name is longer than any', 'leaf', named({ name: 'n'.repeat(20_000) })],
    ['whose kind is longer than any', 'leaf', named({}, 'K'.repeat(20_000))],
    ['for a cluster whose name is longer than any', 'c'.repeat(20_000), CONFIG],
  ])('%s is refused before anything is done', async (_what, cluster, manifest) => {
    const one = leaf();
    const { errors } = await graphOver([one]).run(document, { cluster, manifests: [CONFIG, manifest] });
    expect(errors).toMatchObject([{ extensions: { code: 'BAD_USER_INPUT', argument: 'input' } }]);
    expect(JSON.stringify(errors).length).toBeLessThan(1_000);
    expect(written(one)).toEqual([]);
  });

  it('of an object that nests deeply, as others made it, is told of when it was applied', async () => {
    const one = leaf();
    let spec: object = {};
    for (let i = 0; i < 3_000; i++) spec = { spec };
    one.put('pods', { metadata: CONFIG.metadata, spec: spec as never });
    const { data, errors } = await graphOver([one]).run(document, {
      cluster: 'leaf',
      manifests: [{ apiVersion: 'v1', kind: 'Pod', metadata: CONFIG.metadata }],
    });
    expect(errors).toEqual([]);
    expect(data.apply.results).toMatchObject([{ outcome: 'UNCHANGED' }]);
  });

  it('of a Secret leaves no word of its values in the log', async () => {
    const lines: string[] = [];
    const log = pino({ base: null }, new Writable({ write: (chunk, _, done) => (lines.push(String(chunk)), done()) }));
    const one = leaf();
    const said = 'Secret in version "v1" cannot be handled as a Secret: illegal base64 data, found in ...|hunter2|...';
    one.refuse = ({ verb }) => {
      if (verb === 'patch') throw one.error('BAD_REQUEST', `leaf: ${said}`, { status: 400, said });
    };
    const secret = {
      apiVersion: 'v1',
      kind: 'Secret',
      metadata: { name: 's', namespace: 'team-a' },
      stringData: { password: 'hunter2' },
    };
    await graphOver([one], { log }).run(document, { cluster: 'leaf', manifests: [secret] });
    expect(lines.join('')).toContain('"outcome":"INVALID"');
    expect(lines.join('')).not.toContain('hunter2');
  });
});
