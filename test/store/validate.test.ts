/** Errors in a batch, and their messages for the collector. */
import { describe, expect, it } from '@jest/globals';
import type { GrantObject } from '../../rbac/types.ts';
import { encodeObjectKey } from '../../schema/object-id.ts';
import type { Batch, ClusterState, Row } from '../../store/store.ts';
import { InvalidRowError } from '../../store/store.ts';
import { validateBatch, validateClusterName } from '../../store/validate.ts';
import { row, sourced } from '../fixtures.ts';
import { binding, CLUSTER, role, state } from './fixtures.ts';

const lease = { cluster: CLUSTER, holder: 'a', epoch: 1 };
/** A typical message of a leaf. */
const SAID = 'leaf-01: HTTP 500: /registry/pods/hidden-ns/topsecret';

describe('a batch', () => {
  const labels = (count: number) => Object.fromEntries(Array.from({ length: count }, (_, i) => [`l${i}`, '']));
  const put = (fields: object): Batch => ({ puts: [row({ name: 'web', ...fields })] });
  const grant = (fields: object): Batch => ({ grantPuts: [{ ...role('r'), ...fields }] });
  const wrong: [string, Batch, RegExp][] = [
    ['a row that is none', { puts: [null as unknown as Row] }, /a row of leaf-01 is null; expected an object/],
    [
      'another cluster',
      put({ cluster: 'leaf-02', group: 'apps', kind: 'Deployment' }),
      /row "apps\/Deployment\/team-a\/web" of leaf-01 says that it belongs to cluster "leaf-02"/,
    ],
    ['no name', put({ name: '' }), /has an empty name/],
    ['no kind', put({ kind: '' }), /has an empty kind/],
    ['a long name', put({ name: 'n'.repeat(254) }), /name of 254 characters; at most 253/],
    ['a long namespace', put({ namespace: 'n'.repeat(254) }), /namespace of 254 characters/],
    ['a long group', put({ group: 'n'.repeat(254) }), /group of 254 characters/],
    ['a long kind', put({ kind: 'n'.repeat(254) }), /kind of 254 characters/],
    [
      'a name that moves the cursor',
      put({ name: 'a\u001b[2Jb' }),
      /control characters or half a character: "a\\u001b\[2Jb"/,
    ],
    ['a namespace with a line break', put({ namespace: 'a\nb' }), /namespace with control characters/],
    ['half a character', put({ name: 'a\ud83d' }), /half a character/],
    ['a name that is a number', put({ name: 5 }), /name of type number; expected a string/],
    ['a long message', put({ message: 'm'.repeat(1_025) }), /message of 1025 characters; at most 1024/],
    ['a long reason', put({ reason: 'r'.repeat(129) }), /reason of 129 characters; at most 128/],
    ['a long revision', put({ revision: 'r'.repeat(257) }), /revision of 257 characters; at most 256/],
    ['a long attempted revision', put({ attemptedRevision: 'r'.repeat(257) }), /attemptedRevision of 257/],
    ['a long resource version', put({ resourceVersion: 'r'.repeat(257) }), /resourceVersion of 257/],
    ['no UID', put({ uid: undefined }), /uid of type undefined/],
    ['an unknown status', put({ status: 'FINE' }), /status "FINE"; expected one of CURRENT, /],
    ['a suspension that is no boolean', put({ suspended: 'false' }), /suspended string; expected a boolean/],
    ['a time that is none', put({ createdAt: NaN }), /createdAt null; expected a finite number/],
    ['a date', put({ syncedAt: new Date(0) }), /syncedAt "1970/],
    [
      'a source that is no key',
      put(sourced('GitRepository/flux')),
      /SOURCE of row .* is "GitRepository\/flux"; expected group\/kind\/namespace\/name/,
    ],
    ['labels that are a list', put({ labels: ['a'] }), /labels an array/],
    ['many labels', put({ labels: labels(65) }), /65 labels; at most 64/],
    ['a long label key', put({ labels: { ['k'.repeat(318)]: '' } }), /a label key of 318 characters; at most 317/],
    [
      'a long label value',
      put({ labels: { ['__proto__']: 'v'.repeat(64) } }),
      /label "__proto__" of row .* has a value of 64 characters; at most 63/,
    ],
    ['a label that is an object', put({ labels: { a: {} } }), /label "a" of row .* has a value of type object/],
    [
      'a deleted key with too few parts',
      { deletes: ['apps/Deployment/web'] },
      /a deleted key of leaf-01 is "apps\/Deployment\/web"/,
    ],
    ['a deleted key in another spelling', { deletes: ['apps/Deployment/team-a/%77eb'] }, /percent-encoded/],
    [
      'both put and deleted',
      { puts: [row({ name: 'web' })], deletes: [encodeObjectKey(row({ name: 'web' }))] },
      /both put and deleted/,
    ],
    ['a grant of another type', grant({ type: 'Group' }), /type "Group"; expected one of Role, /],
    ['a grant without a name', grant({ name: '' }), /empty name/],
    ['a role without a namespace', grant({ namespace: '' }), /empty namespace/],
    ['a cluster role with one', grant({ type: 'ClusterRole' }), /has a namespace; a ClusterRole has none/],
    ['a grant name with a slash', grant({ name: 'a/b' }), /"\/" in its name/],
    ['rules that are none', grant({ rules: {} }), /wrong shape/],
    [
      'a binding without subjects',
      { grantPuts: [{ ...binding('b'), subjects: undefined } as unknown as GrantObject] },
      /wrong shape/,
    ],
    ['a deleted grant key that is none', { grantDeletes: ['Role/x'] }, /"Role\/x"; expected type\/namespace\/name/],
    ['a grant put and deleted', { grantPuts: [role('r')], grantDeletes: ['Role/team-a/r'] }, /both put and deleted/],
    [
      'a state without kinds',
      { state: { ...state(), kinds: undefined } as unknown as ClusterState },
      /the state of leaf-01 has the wrong shape/,
    ],
    ...(
      [
        ['of a state', { reason: SAID }],
        ['of its RBAC', { grants: { ...state().grants, reason: SAID } }],
        ['of a kind', { kinds: [{ group: '', kind: 'Pod', state: 'failing', reason: SAID }] }],
      ] as const
    ).map(([of, change]): [string, Batch, RegExp] => [
      `a reason ${of} in words of its own, which are not repeated`,
      { state: { ...state(), ...change } as unknown as ClusterState },
      /^(?!.*topsecret).*reason of its own; expected '' or one of CONNECTING/,
    ]),
    [
      'too many kinds that are not collected',
      { state: state({ uncollected: Array(10_001).fill(state().resources[0]) }) },
      /10001 uncollected/,
    ],
    [
      'rules of a kind that are no version',
      {
        state: state({ kinds: [{ group: '', kind: 'Pod', state: 'watching', reason: '', rules: 'x'.repeat(1_000) }] }),
      },
      /kind "Pod" of .*rules/,
    ],
    ['kinds that are no list', { state: { ...state(), uncollected: {} } as unknown as ClusterState }, /wrong shape/],
    ['an age that is none', { state: state({ answeredAgo: Infinity }) }, /answeredAgo null/],
    [
      'many items',
      { deletes: Array.from({ length: 5_001 }, (_, i) => `apps/Deployment/a/w${i}`) },
      /5001 items; at most 5000 are applied at once: split it/,
    ],
    [
      'many characters',
      {
        grantPuts: Array.from({ length: 9 }, (_, i) =>
          role(`r${i}`, {
            rules: [{ verbs: ['v'.repeat(1_000_000)], apiGroups: [], resources: [], resourceNames: [] }],
          }),
        ),
      },
      /characters; at most 8388608 are applied at once: split it/,
    ],
  ];

  it.each(wrong)('is refused for %s', (_what, batch, message) => {
    const validate = () => validateBatch(lease, batch);
    expect(validate).toThrow(InvalidRowError);
    expect(validate).toThrow(message);
  });

  it('is refused for its characters before its last rows are validated', () => {
    const relations = Array.from({ length: 64 }, (_, i) => ({
      type: 'OWNS' as const,
      to: `/Pod/apps/${i}-${'x'.repeat(1_000)}`,
    }));
    const puts = Array.from({ length: 200 }, (_, i) => row({ name: `web-${i}`, relations }));
    const refused = () => validateBatch(lease, { puts: [...puts, null as unknown as Row] });
    expect(refused).toThrow(/at least \d+ characters; at most 8388608 are applied at once: split it/);
  });

  it('is refused in few words, however long the name', () => {
    const refused = () => validateBatch(lease, put({ name: 'n'.repeat(1_000_000) }));
    expect(refused).toThrow(/^.{1,400}$/);
  });

  it('may be at every bound', () => {
    const full = row({
      name: 'n'.repeat(253),
      namespace: 'n'.repeat(253),
      group: 'g'.repeat(253),
      kind: 'k'.repeat(253),
      message: 'm'.repeat(1_024),
      reason: 'r'.repeat(128),
      revision: 'r'.repeat(256),
      ...sourced(encodeObjectKey(row({ name: 'flux' }))),
      labels: { ...labels(63), ['k'.repeat(317)]: 'v'.repeat(63) },
    });
    expect([...validateBatch(lease, { puts: [full], state: state() }).puts.values()]).toEqual([full]);
  });

  it('keeps the last of rows given twice', () => {
    const { puts } = validateBatch(lease, {
      puts: [row({ name: 'web', resourceVersion: '1' }), row({ name: 'web', resourceVersion: '2' })],
    });
    expect([...puts.values()].map(({ resourceVersion }) => resourceVersion)).toEqual(['2']);
  });
});

describe('a cluster name', () => {
  it.each(['', 'a\nb', 'n'.repeat(254), '\ud83d'])('is refused: %j', name => {
    expect(() => validateClusterName(name)).toThrow(InvalidRowError);
  });
  it.each(['leaf-01', 'prod/eu', '__proto__', '日本'])('is accepted: %s', name => {
    expect(() => validateClusterName(name)).not.toThrow();
  });
});
