/** What a query means to the graph. */
import { describe, expect, it } from '@jest/globals';
import { buildSchema, coerceInputValue, type GraphQLInputObjectType } from 'graphql';
import fc from 'fast-check';
import { readFileSync } from 'node:fs';
import { accepted, completionAt } from '../../ui/src/query/completion.ts';
import { meaningOf, needsNames, type KnownNames } from '../../ui/src/query/filter.ts';
import { FIELDS, parseQuery } from '../../ui/src/query/language.ts';

const known: KnownNames = {
  clusters: ['eu-1', 'eu-2', 'us-1'],
  namespaces: ['payments', 'payments-batch', 'search'],
  moreNamespaces: false,
  kinds: [
    { name: 'Pod', plural: 'pods', value: 'Pod' },
    { name: 'Kustomization', plural: 'kustomizations', value: 'Kustomization.kustomize.toolkit.fluxcd.io' },
    { name: 'Service', plural: 'services', value: 'Service' },
    { name: 'Service', plural: 'services', value: 'Service.serving.knative.dev' },
  ],
};
const meaning = (typed: string) => meaningOf(parseQuery(typed), known);

describe('the filter of a query', () => {
  it.each([
    ['', {}],
    ['status:failed', { statuses: ['FAILED'] }],
    ['status:In_Progress', { statuses: ['IN_PROGRESS'] }],
    ['kind:kustomizations', { kinds: ['Kustomization.kustomize.toolkit.fluxcd.io'] }],
    ['kind:service', { kinds: ['Service', 'Service.serving.knative.dev'] }],
    ['kind:Service.serving*', { kinds: ['Service.serving.knative.dev'] }],
    ['cluster:eu-*', { clusters: ['eu-1', 'eu-2'] }],
    ['cluster:eu-?,us-1', { clusters: ['eu-1', 'eu-2', 'us-1'] }],
    ['cluster:none-*', { clusters: [] }],
    ['namespace:payments*', { namespaces: ['payments', 'payments-batch'] }],
    ['name:web', { names: ['web'] }],
    ['name:web-*', { name: { glob: 'web-*' } }],
    ['name:web,api-*', { and: [{ or: [{ names: ['web'] }, { name: { glob: 'api-*' } }] }] }],
    ['label:team=payments,tier', { labelSelector: 'team=payments,tier' }],
    ['suspended:yes', { suspended: true }],
    ['status:failed kind:Pod', { statuses: ['FAILED'], kinds: ['Pod'] }],
    ['-kind:Pod', { and: [{ not: { kinds: ['Pod'] } }] }],
    ['web', { and: [{ or: [{ name: { contains: 'web' } }, { message: { contains: 'web' } }] }] }],
    ['message:a message:b', { and: [{ or: [{ message: { contains: 'a' } }, { message: { contains: 'b' } }] }] }],
  ])('%j', (typed, filter) => expect(meaning(typed)).toEqual({ filter, problems: [] }));

  it.each([
    ['status:broken', [{ type: 'not-a-status', value: 'broken' }]],
    ['kind:Nope', [{ type: 'not-a-kind', value: 'Nope' }]],
    ['suspended:maybe', [{ type: 'not-true-or-false', value: 'maybe' }]],
  ])('%j tells what is wrong with it', (typed, problems) => expect(meaning(typed).problems).toEqual(problems));

  it('tells that a pattern cannot be matched against all namespaces', () => {
    expect(meaningOf(parseQuery('namespace:pay*'), { ...known, moreNamespaces: true }).problems).toEqual([
      { type: 'not-all-namespaces', value: 'pay*' },
    ]);
  });

  it('waits for the names only where it needs them', () => {
    expect(['status:failed web', 'cluster:eu-1', 'cluster:eu-*', 'kind:Pod'].map(typed => needsNames(parseQuery(typed)))).toEqual([
      false,
      false,
      true,
      true,
    ]);
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
  const proposed = (typed: string, caret = typed.length) => completionAt(typed, caret, proposable).proposals.map(({ insert }) => insert);

  it.each([
    ['', FIELDS.map(field => `${field}:`)],
    ['sta', ['status:']],
    ['-cl', ['cluster:']],
    ['fail', ['status:failed']],
    ['status:', ['failed', 'current']],
    ['status:failed,c', ['current']],
    ['cluster:eu', ['eu-1', '"old eu"']],
    ['nothing-like-it', []],
  ])('of %j', (typed, proposals) => expect(proposed(typed)).toEqual(proposals));

  it('puts a proposal where the caret is, and leaves the rest', () => {
    const typed = 'cluster:eu status:failed';
    const completion = completionAt(typed, 10, proposable);
    expect(accepted(typed, completion, completion.proposals[0]!)).toEqual({ typed: 'cluster:eu-1 status:failed', caret: 12 });
    const field = completionAt('sta', 3, proposable);
    expect(accepted('sta', field, field.proposals[0]!)).toEqual({ typed: 'status:', caret: 7 });
    const last = completionAt('status:fai', 10, proposable);
    expect(accepted('status:fai', last, last.proposals[0]!)).toEqual({ typed: 'status:failed ', caret: 14 });
  });
});
