/** Digests of visibilities: equal if the visibilities show the same objects, otherwise different. */
import { describe, expect, it } from '@jest/globals';
import { DIGEST_BYTES, rightsDigest } from '../../../access/changes/rights-digest.ts';
import type { Resource, ScopeVisibility, Visibility } from '../../../rbac/types.ts';
import { EVERYTHING, RESOURCES, scope, visibility } from '../../readmodel/fixtures.ts';

const digest = (visibility: Visibility) => rightsDigest(visibility).toString('hex');
const pods = scope(['pods']);
const nothing = scope([]);
const base = visibility(nothing, { 'team-a': pods });
/** Visibility of all Pods of a cluster whose Pod resource has these other fields. */
const podsServedAs = (change: Partial<Resource>) => {
  const resources = [{ ...RESOURCES[0]!, ...change }];
  return visibility({ list: Uint8Array.of(1), names: new Map() }, {}, resources);
};

describe('what is shown is another digest', () => {
  it.each<[string, Visibility, Visibility]>([
    ['with another kind', base, visibility(nothing, { 'team-a': scope(['services']) })],
    ['with one more kind', base, visibility(nothing, { 'team-a': scope(['pods', 'services']) })],
    ['in another namespace', base, visibility(nothing, { 'team-b': pods })],
    ['in one more namespace', base, visibility(nothing, { 'team-a': pods, 'team-b': pods })],
    ['everywhere', base, visibility(pods)],
    ['by name', visibility(pods), visibility(scope([], { pods: ['web'] }))],
    ['by another name', visibility(scope([], { pods: ['web'] })), visibility(scope([], { pods: ['db'] }))],
    ['by one more name', visibility(scope([], { pods: ['web'] })), visibility(scope([], { pods: ['db', 'web'] }))],
    ['nowhere', base, visibility(nothing)],
    ['of another group', podsServedAs({}), podsServedAs({ group: 'apps' })],
    ['of another plural', podsServedAs({}), podsServedAs({ plural: 'podz' })],
    ['of another kind', podsServedAs({}), podsServedAs({ kind: 'Podling' })],
    ['of another scope', podsServedAs({}), podsServedAs({ namespaced: false })],
  ])('%s', (_case, one, other) => {
    expect(digest(one)).not.toBe(digest(other));
    expect(rightsDigest(one)).toHaveLength(DIGEST_BYTES);
  });
});

describe('what is shown is the same digest', () => {
  const reversed = RESOURCES.toReversed();
  it.each<[string, Visibility, Visibility]>([
    [
      'in whatever order the cluster serves its kinds',
      EVERYTHING,
      visibility(scope(['*'], {}, reversed), {}, reversed),
    ],
    ['whatever else the cluster serves', visibility(pods), visibility(scope(['pods'], {}, reversed), {}, reversed)],
    ['in whatever version', podsServedAs({}), podsServedAs({ version: 'v2' })],
    [
      'in whatever order namespaces come',
      visibility(nothing, { a: pods, b: nothing, c: pods }),
      visibility(nothing, { c: pods, a: pods }),
    ],
    [
      'in whatever order names come',
      visibility(scope([], { pods: ['b', 'a'] })),
      visibility(scope([], { pods: ['a', 'b'] })),
    ],
    ['with names of what is listed anyway', visibility(pods), visibility(scope(['pods'], { pods: ['web'] }))],
    ['with a list of no names', visibility(nothing), visibility(scope([], { pods: [] }))],
  ])('%s', (_case, one, other) => {
    expect(digest(one)).toBe(digest(other));
  });
});

it('a scope that many namespaces share is read once, and a visibility once', () => {
  let read = 0;
  const shared: ScopeVisibility = {
    names: pods.names,
    get list() {
      read++;
      return pods.list;
    },
  };
  const many = visibility(nothing, Object.fromEntries(Array.from({ length: 50 }, (_, i) => [`team-${i}`, shared])));
  expect(digest(many)).toBe(digest(many));
  expect(read).toBe(RESOURCES.length);
});
