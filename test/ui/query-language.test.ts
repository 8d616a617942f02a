/** The query language of the query box. Printing a parsed query and parsing the text again gives an equal query. */
import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import {
  FIELDS,
  parseQuery,
  placeAt,
  printQuery,
  settledPart,
  toggled,
  valuesOf,
  withValues,
  type Term,
} from '../../ui/src/query/language.ts';
import { parseSearch, printSearch } from '../../ui/src/query/url.ts';

const is = (field: (typeof FIELDS)[number], ...values: string[]): Term => ({ field, negated: false, values });
const not = (field: (typeof FIELDS)[number], ...values: string[]): Term => ({ field, negated: true, values });
const text = (text: string, negated = false): Term => ({ text, negated });

describe('a query', () => {
  it.each<[string, Term[]]>([
    ['', []],
    ['   ', []],
    ['status:failed', [is('status', 'failed')]],
    ['status:failed,in-progress', [is('status', 'failed', 'in-progress')]],
    ['kind:Pod kind:Job', [is('kind', 'Pod', 'Job')]],
    ['kind:Pod,Pod', [is('kind', 'Pod')]],
    ['-namespace:kube-system', [not('namespace', 'kube-system')]],
    ['NS:payments', [is('namespace', 'payments')]],
    ['label:"team in (a,b)",tier=front', [is('label', 'team in (a,b)', 'tier=front')]],
    ['-label:a -label:b', [not('label', 'a'), not('label', 'b')]],
    ['group:""', [is('group', '')]],
    ['kind:', []],
    ['web', [text('web')]],
    ['"crash loop"', [text('crash loop')]],
    ['-web', [text('web', true)]],
    ['!status:failed', [not('status', 'failed')]],
    ['clustr:eu-*', [{ ...text('clustr:eu-*'), key: 'clustr' }]],
    ['-picture:"a b"', [{ ...text('picture:a b', true), key: 'picture' }]],
    ['"clustr:eu-*"', [text('clustr:eu-*')]],
    ['message:"say \\"no\\""', [is('message', 'say "no"')]],
    ['"not closed', [text('not closed')]],
    ['revision:main@sha1:abc', [is('revision', 'main@sha1:abc')]],
    ['http://example.org', [text('http://example.org')]],
    ['team=payments', [text('team=payments')]],
  ])('%j is read as it is meant', (typed, terms) => expect(parseQuery(typed)).toEqual(terms));

  const value = fc.oneof(fc.string(), fc.constantFrom('*', 'eu-*', 'a b', '"', '\\', ',', '-', ':', 'team=payments'));
  const term = fc.oneof(
    fc.record({
      field: fc.constantFrom(...FIELDS),
      negated: fc.boolean(),
      values: fc.uniqueArray(value, { minLength: 1, maxLength: 3 }),
    }),
    fc.record({ text: value.filter(it => it !== ''), negated: fc.boolean() }),
  );
  /** Generates queries with at most one condition per field and sign. Only texts and negated labels may repeat. */
  const query = fc.uniqueArray(term, {
    maxLength: 6,
    selector: it =>
      'field' in it && !(it.field === 'label' && it.negated) ? `${it.field} ${it.negated}` : Symbol('its own'),
  });

  it('is the same again when it is printed and read', () => {
    fc.assert(fc.property(query, terms => expect(parseQuery(printQuery(terms))).toEqual(terms)));
  });

  it('has one printed form, whatever was typed', () => {
    fc.assert(
      fc.property(fc.oneof(fc.string(), fc.stringMatching(/^[a-z:"\\ ,-]{0,20}$/)), typed => {
        const printed = printQuery(parseQuery(typed));
        expect(parseQuery(printed)).toEqual(parseQuery(typed));
        expect(printQuery(parseQuery(printed))).toBe(printed);
      }),
    );
  });

  it('is the same again when the URL has carried it', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme', minLength: 1 }), q => {
        const search = printSearch({ q });
        expect(parseSearch(search)).toEqual({ q });
      }),
    );
  });

  it('is readable in a URL', () => {
    expect(printSearch({ q: 'status:failed cluster:eu-*,us-* "a b"', order: undefined })).toBe(
      '?q=status:failed+cluster:eu-*,us-*+%22a+b%22',
    );
  });
});

describe('the places of a query', () => {
  it.each([
    ['status:fa', 9, { field: 'status', typed: 'fa', start: 7, end: 9 }],
    ['kind:Pod,Jo web', 11, { field: 'kind', typed: 'Jo', start: 9, end: 11 }],
    ['sta', 3, { field: undefined, typed: 'sta', start: 0, end: 3 }],
    ['kind:Pod ', 9, { field: undefined, typed: '', start: 9, end: 9 }],
    ['kind:', 5, { field: 'kind', typed: '', start: 5, end: 5 }],
  ])('in %j at %i', (typed, caret, place) => expect(placeAt(typed, caret)).toEqual(place));
});

describe('what can be searched for while one types', () => {
  it.each<[string, Term[]]>([
    ['web', [text('web')]],
    ['sta', [text('sta')]],
    ['kind:', []],
    ['web kind:Po', [text('web')]],
    ['kind:Pod,Jo', [is('kind', 'Pod')]],
    ['kind:Pod ', [is('kind', 'Pod')]],
  ])('%j', (typed, terms) => expect(settledPart(typed, typed.length)).toEqual(terms));
});

describe('choosing values', () => {
  it('adds one, and takes it away again', () => {
    const once = toggled([text('web')], 'kind', 'Pod');
    expect(once).toEqual([text('web'), is('kind', 'Pod')]);
    expect(toggled(once, 'kind', 'Job')).toEqual([text('web'), is('kind', 'Pod', 'Job')]);
    expect(toggled(once, 'kind', 'Pod')).toEqual([text('web')]);
  });

  it('leaves what must not be as it is', () => {
    expect(toggled([not('kind', 'Pod')], 'kind', 'Job')).toEqual([not('kind', 'Pod'), is('kind', 'Job')]);
    expect(valuesOf([not('kind', 'Pod')], 'kind')).toEqual([]);
  });

  it('replaces all that was said of a field', () => {
    expect(withValues([is('status', 'failed'), not('status', 'unknown'), text('web')], 'status', ['current'])).toEqual([
      text('web'),
      is('status', 'current'),
    ]);
    expect(withValues([is('status', 'failed')], 'status', [])).toEqual([]);
  });
});
