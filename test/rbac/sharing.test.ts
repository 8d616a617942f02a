/** What is shared is the same, only once; what is too long or too many is not kept. */
import { describe, expect, it } from '@jest/globals';
import { sharedRoleRef, sharedText } from '../../rbac/sharing.ts';

const ref = (name: string, kind = 'Role', apiGroup = '') => ({ apiGroup, kind, name });
/** A name with which the JSON text of a reference to a Role has so many characters. */
const nameFor = (characters: number) => 'x'.repeat(characters - JSON.stringify(['', 'Role', '']).length);

describe('a shared text', () => {
  it.each([0, 1, 127, 128, 129, 5_000])('of %i characters is the text', length => {
    const text = 'x'.repeat(length);
    expect([sharedText(text), sharedText(text)]).toEqual([text, text]);
  });
});

describe('a shared reference', () => {
  it('is one object for all that say the same', () => {
    expect(sharedRoleRef(ref('viewer'))).toEqual(ref('viewer'));
    expect(sharedRoleRef(ref('viewer'))).toBe(sharedRoleRef(ref('viewer')));
  });

  it.each([ref('editor'), ref('viewer', 'ClusterRole'), ref('viewer', 'Role', 'rbac.authorization.k8s.io')])(
    'is never that of another: %j',
    other => {
      expect(sharedRoleRef(ref('viewer'))).toEqual(ref('viewer'));
      expect(sharedRoleRef(other)).toEqual(other);
    },
  );

  it.each([
    [256, true],
    [257, false],
    [9_000, false],
  ])('of %i characters is kept: %s', (characters, kept) => {
    const given = ref(nameFor(characters));
    const first = sharedRoleRef(given);
    expect(first).toEqual(given);
    expect(sharedRoleRef(given) === first).toBe(kept);
  });

  it('is forgotten when ten thousand others have come', () => {
    const fill = (from: number, to: number) => {
      for (let i = from; i < to; i++) sharedRoleRef(ref(`filler-${i}`));
    };
    // However full the pool is now, it is emptied on the way, at the latest by these.
    let first = sharedRoleRef(ref('first'));
    let before = 0;
    for (; sharedRoleRef(ref('first')) === first; before++) fill(before, before + 1);
    first = sharedRoleRef(ref('first'));
    // The one that emptied it and this one are in it.
    fill(before, before + 9_998);
    expect(sharedRoleRef(ref('first'))).toBe(first);
    fill(before + 9_998, before + 9_999);
    expect(sharedRoleRef(ref('first'))).not.toBe(first);
  });
});
