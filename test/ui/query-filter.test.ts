/** Translation of a query into a filter of the GraphQL API, and completion in the query box. */
import { describe, expect, it } from '@jest/globals';
import { buildSchema, coerceInputValue, type GraphQLInputObjectType } from 'graphql';
import fc from 'fast-check';
import { readFileSync } from 'node:fs';
import { accepted, completionAt, keysFor, wantedLabels, wantedSuggestions } from '../../ui/src/query/completion.ts';
import { meaningOf, needsNames, partsOfNames, type KnownNames } from '../../ui/src/query/filter.ts';
import { FIELDS, parseQuery } from '../../ui/src/query/language.ts';

const known: KnownNames = {
  clusters: ['eu-1', 'eu-2', 'us-1'],
  namespaces: ['payments', 'payments-batch', 'search'],
  kinds: [
    { name: 'Pod', plural: 'pods', value: 'Pod', versions: ['v1'], shortNames: ['po'], categories: ['all'] },
    {
      name: 'Kustomization',
      plural: 'kustomizations',
      value: 'Kustomization.kustomize.toolkit.fluxcd.io',
      shortNames: ['ks'],
    },
    {
      name: 'VirtualService',
      plural: 'virtualservices',
      value: 'VirtualService.networking.istio.io',
      shortNames: ['vs'],
    },
    {
      name: 'VolumeSnapshot',
      plural: 'volumesnapshots',
      value: 'VolumeSnapshot.snapshot.storage.k8s.io',
      shortNames: ['vs'],
    },
    { name: 'Service', plural: 'services', value: 'Service' },
    { name: 'Service', plural: 'services', value: 'Service.serving.knative.dev' },
  ],
};
const meaning = (typed: string) => meaningOf(parseQuery(typed), known);

describe('the filter of a query', () => {
  it.each([
    ['', {}],
    ['revision:1.4', { revision: { contains: '1.4' } }],
    ['revision:=1.4', { revision: { equals: '1.4', ignoreCase: false } }],
    ['revision:""', { revision: { equals: '', ignoreCase: false } }],
    ['image:nginx', { image: { contains: 'nginx' } }],
    ['image:=nginx:1.27,=web@sha256:ab', { images: ['nginx:1.27', 'web@sha256:ab'] }],
    ['image:""', { images: [''] }],
    [
      'image:ghcr.io/org/*,=nginx:1.27',
      { and: [{ or: [{ images: ['nginx:1.27'] }, { image: { glob: 'ghcr.io/org/*' } }] }] },
    ],
    ['-image:debug', { and: [{ not: { image: { contains: 'debug' } } }] }],
    ['imagerepository:nginx,""', { imageRepositories: ['nginx', ''] }],
    ['imagerepository:org/*', { and: [{ or: ['org/*', 'org/*:*', 'org/*@*'].map(glob => ({ image: { glob } })) }] }],
    ['clusterlabel:env=prod,!old', { clusterLabels: 'env=prod,!old' }],
    ['-clusterlabel:env=prod', { and: [{ not: { clusterLabels: 'env=prod' } }] }],
    ['status:failed', { statuses: ['FAILED'] }],
    ['status:In_Progress', { statuses: ['IN_PROGRESS'] }],
    ['kind:kustomizations', { kinds: ['Kustomization.kustomize.toolkit.fluxcd.io'] }],
    ['kind:service', { kinds: ['Service', 'Service.serving.knative.dev'] }],
    ['kind:Service.serving*', { kinds: ['Service.serving.knative.dev'] }],
    ['cluster:eu-*', { clusters: ['eu-1', 'eu-2'] }],
    ['cluster:eu-?,us-1', { clusters: ['eu-1', 'eu-2', 'us-1'] }],
    ['cluster:EU-1', { clusters: ['eu-1'] }],
    ['kind:po', { kinds: ['Pod'] }],
    ['kind:ks', { kinds: ['Kustomization.kustomize.toolkit.fluxcd.io'] }],
    ['kind:pods.v1.', { kinds: ['Pod'] }],
    ['kind:all', { kinds: ['Pod'] }],
    ['kind:vs.networking.istio.io', { kinds: ['VirtualService.networking.istio.io'] }],
    ['!status:failed', { and: [{ not: { statuses: ['FAILED'] } }] }],
    ['"clustr:eu-*"', { text: 'clustr:eu-*' }],
    ['https://example.org/x', { text: 'https://example.org/x' }],
    ['namespace:payments', { namespaces: ['payments'] }],
    ['namespace:payments*', { namespace: { glob: 'payments*' } }],
    [
      '-namespace:kube-*,default',
      { and: [{ not: { or: [{ namespaces: ['default'] }, { namespace: { glob: 'kube-*' } }] } }] },
    ],
    ['reason:Failed*', { reason: { glob: 'Failed*' } }],
    ['name:web', { names: ['web'] }],
    ['name:web-*', { name: { glob: 'web-*' } }],
    ['name:web,api-*', { and: [{ or: [{ names: ['web'] }, { name: { glob: 'api-*' } }] }] }],
    ['label:team=payments,tier', { labelSelector: 'team=payments,tier' }],
    ['suspended:yes', { suspended: true }],
    ['status:failed kind:Pod', { statuses: ['FAILED'], kinds: ['Pod'] }],
    ['-kind:Pod', { and: [{ not: { kinds: ['Pod'] } }] }],
    ['web', { text: 'web' }],
    ['web kind:Pod "crash loop"', { kinds: ['Pod'], text: 'web crash loop' }],
    ['-web web -api', { and: [{ not: { text: 'web' } }, { not: { text: 'api' } }], text: 'web' }],
    ['message:a message:b', { and: [{ or: [{ message: { contains: 'a' } }, { message: { contains: 'b' } }] }] }],
  ])('%j', (typed, filter) => expect(meaning(typed)).toEqual({ filter, problems: [] }));

  it.each([
    ['status:broken', [{ type: 'not-a-status', value: 'broken' }]],
    ['status:faild', [{ type: 'not-a-status', value: 'faild', meant: 'failed' }]],
    ['kind:Nope', [{ type: 'not-a-kind', value: 'Nope' }]],
    ['kind:kustomisation', [{ type: 'not-a-kind', value: 'kustomisation', meant: 'Kustomization' }]],
    [
      'kind:vs',
      [
        {
          ...{ type: 'several-kinds', value: 'vs' },
          meant: 'VirtualService.networking.istio.io or VolumeSnapshot.snapshot.storage.k8s.io',
        },
      ],
    ],
    ['suspended:maybe', [{ type: 'not-true-or-false', value: 'maybe' }]],
    ['stauts:failed', [{ type: 'not-a-field', value: 'stauts', meant: 'status' }]],
    ['-clustr:eu-*', [{ type: 'not-a-field', value: 'clustr', meant: 'cluster' }]],
    ['picture:x', [{ type: 'not-a-field', value: 'picture' }]],
    ['node:x', [{ type: 'not-a-field', value: 'node' }]],
    ['age:<1h', [{ type: 'not-a-field', value: 'age' }]],
    ['status=failed', [{ type: 'not-a-condition', value: 'status=failed', meant: 'status:failed' }]],
    ['status!=failed', [{ type: 'not-a-condition', value: 'status!=failed', meant: '-status:failed' }]],
    ['team=payments', [{ type: 'not-a-condition', value: 'team=payments', meant: 'label:team=payments' }]],
    ['cluster:eu', [{ type: 'no-cluster', value: 'eu', meant: '*eu*' }]],
    ['cluster:none-*', [{ type: 'no-cluster', value: 'none-*' }]],
    ['namespace:serach', [{ type: 'no-namespace', value: 'serach', meant: 'search' }]],
  ])('%j tells what is wrong with it', (typed, problems) => expect(meaning(typed).problems).toEqual(problems));

  it('does not take the first names for all where there are more', () => {
    const some = { ...known, isPart: { clusters: true, namespaces: true } };
    expect(meaningOf(parseQuery('cluster:none-*,eu namespace:nowhere'), some)).toEqual({
      filter: { namespaces: ['nowhere'], and: [{ or: [{ clusters: ['eu'] }, { cluster: { glob: 'none-*' } }] }] },
      problems: [],
    });
  });

  it('names the parts of names that may be meant where nothing is found', () => {
    expect(partsOfNames(parseQuery('name:web cluster:eu-* -namespace:a reason:"a b" status:failed'))).toEqual([
      'name:*web*',
      'reason:"*a b*"',
    ]);
  });

  it('waits for the names only where it needs them', () => {
    expect(
      ['status:failed web', 'cluster:eu-1', 'cluster:eu-*', 'kind:Pod'].map(typed => needsNames(parseQuery(typed))),
    ).toEqual([false, false, true, true]);
  });

  it('is one that the graph takes, whatever is typed', () => {
    const schema = buildSchema(readFileSync(new URL('../../schema/api.graphql', import.meta.url), 'utf8'));
    const type = schema.getType('ObjectFilter') as GraphQLInputObjectType;
    const word = fc.tuple(fc.constantFrom('', '-'), fc.constantFrom(...FIELDS), fc.stringMatching(/^[a-z*?=,-]{1,8}$/));
    fc.assert(
      fc.property(fc.array(word), words => {
        const typed = words.map(([sign, field, value]) => `${sign}${field}:${value}`).join(' ');
        const errors: string[] = [];
        coerceInputValue(meaning(typed).filter, type, (_path, _value, error) => errors.push(error.message));
        expect(errors).toEqual([]);
      }),
    );
  });
});

describe('completion', () => {
  const proposable = {
    status: [
      { value: 'failed', count: 3 },
      { value: 'current', count: 9 },
    ],
    cluster: [{ value: 'eu-1' }, { value: 'us-1' }, { value: 'old eu' }],
  };
  const proposed = (typed: string, caret = typed.length) =>
    completionAt(typed, caret, proposable).proposals.map(({ insert }) => insert);

  it.each([
    ['', FIELDS.map(field => `${field}:`)],
    ['sta', ['status:']],
    ['-cl', ['cluster:', 'clusterlabel:']],
    ['fail', ['status:failed']],
    ['status:', ['failed', 'current']],
    ['status:failed,c', ['current']],
    ['cluster:eu', ['eu-1', '"old eu"']],
    ['nothing-like-it', []],
  ])('of %j', (typed, proposals) => expect(proposed(typed)).toEqual(proposals));

  it.each([
    ['web', ['NAME', 'NAMESPACE', 'CLUSTER', 'REASON', 'LABEL_KEY', 'LABEL'], 'web', []],
    [
      'status:failed crash',
      ['NAME', 'NAMESPACE', 'CLUSTER', 'REASON', 'LABEL_KEY', 'LABEL'],
      'crash',
      [{ field: 'status', negated: false, values: ['failed'] }],
    ],
    ['label:team', ['LABEL_KEY', 'LABEL'], 'team', []],
    ['label:"team=pay', ['LABEL'], 'pay', []],
    ['namespace:web,sea', ['NAMESPACE'], 'sea', []],
    [
      'reason:Crash web',
      ['NAME', 'NAMESPACE', 'CLUSTER', 'REASON', 'LABEL_KEY', 'LABEL'],
      'web',
      [{ field: 'reason', negated: false, values: ['Crash'] }],
    ],
  ])('of %j asks the graph too, among what the rest finds', (typed, fields, text, rest) =>
    expect(wantedSuggestions(typed, typed.length)).toEqual({ fields, text, rest }),
  );
  it.each(['', 'w', 'status:fail', 'kind:Kust', 'revision:abc'])('of %j asks the graph for nothing', typed =>
    expect(wantedSuggestions(typed, typed.length)).toBeUndefined(),
  );
  it.each([
    ['label:', '', undefined, []],
    ['label:t', 't', undefined, []],
    ['label:team=', 'team', '', []],
    ['label:"team=p', 'team', 'p', []],
    ['status:failed label:team=', 'team', '', [{ field: 'status', negated: false, values: ['failed'] }]],
  ])('of %j asks for the labels that there are', (typed, key, value, rest) =>
    expect(wantedLabels(typed, typed.length)).toEqual({ key, value, rest }),
  );
  it.each(['', 'la', 'label:te', 'label:team=pa', 'name:'])('of %j asks for no labels by their frequency', typed =>
    expect(wantedLabels(typed, typed.length)).toBeUndefined(),
  );
  it('takes the key as it is typed first, then those of a prefix, then others that hold it', () =>
    expect(keysFor('team', ['old-team', 'acme.example/team', 'teams', 'team', 'x-team'])).toEqual([
      'team',
      'acme.example/team',
      'old-team',
    ]));

  it('puts what the graph suggests behind what is known, once', () => {
    const suggestions = [
      { field: 'CLUSTER', value: 'eu-1', count: 7 },
      { field: 'LABEL', value: 'team=eu,x', count: 2 },
      { field: 'KIND', value: 'Eu', count: 1 },
    ] as const;
    const inserts = (typed: string) =>
      completionAt(typed, typed.length, proposable, [...suggestions]).proposals.map(({ insert }) => insert);
    expect(inserts('eu')).toEqual(['cluster:eu-1', 'cluster:"old eu"', 'label:"team=eu,x"']);
    expect(inserts('cluster:eu')).toEqual(['eu-1', '"old eu"', '"team=eu,x"']);
    expect(inserts('label:team=eu')).toContain('"team=eu,x"');
    expect(inserts('label:tier=eu')).not.toContain('"team=eu,x"');
  });

  it('puts a proposal where the caret is, and leaves the rest', () => {
    const typed = 'cluster:eu status:failed';
    const completion = completionAt(typed, 10, proposable);
    expect(accepted(typed, completion, completion.proposals[0]!)).toEqual({
      typed: 'cluster:eu-1 status:failed',
      caret: 12,
    });
    const field = completionAt('sta', 3, proposable);
    expect(accepted('sta', field, field.proposals[0]!)).toEqual({ typed: 'status:', caret: 7 });
    const last = completionAt('status:fai', 10, proposable);
    expect(accepted('status:fai', last, last.proposals[0]!)).toEqual({ typed: 'status:failed ', caret: 14 });
  });
});
