/**
 * Shrinks a failing world to a minimal world that still fails. Removes parts, first many at a time, then one by one,
 * while the failure stays. The caller decides if a world fails.
 */
import type { LeafIdentity } from '../../../rbac/types.ts';
import type { RbacManifest, RuleManifest } from '../../rbac/manifests.ts';
import { worldOf, type World } from './world.ts';
import type { Place } from './vocabulary.ts';

/** A counter-example. */
export interface Fixture {
  readonly world: World;
  readonly identity: LeafIdentity;
  /** Objects for which decisions are compared. */
  readonly objects: readonly Place[];
}

/** @param fails True if a smaller fixture still shows the failure. */
export async function shrink(fixture: Fixture, fails: (smaller: Fixture) => Promise<boolean>): Promise<Fixture> {
  let least = fixture;
  const attempt = async (change: Partial<Fixture>) => {
    const smaller = { ...least, ...change };
    if (!(await fails(smaller))) return false;
    least = smaller;
    return true;
  };
  await withoutParts(least.objects, objects => attempt({ objects }));
  await withoutParts([...least.world.values()], manifests => attempt({ world: worldOf(manifests) }));
  await withoutParts(least.identity.groups, groups => attempt({ identity: { ...least.identity, groups } }));
  for (const key of least.world.keys()) {
    const now = () => least.world.get(key)!;
    const replace = (manifest: RbacManifest) =>
      attempt({ world: worldOf([...least.world.values()].map(it => (it === now() ? manifest : it))) });
    await withoutParts(now().subjects ?? [], subjects => replace({ ...now(), subjects: [...subjects] }));
    await withoutParts(now().rules ?? [], rules => replace({ ...now(), rules: [...rules] }));
    for (const [number] of (now().rules ?? []).entries()) {
      for (const part of ['verbs', 'apiGroups', 'resources', 'resourceNames'] as const) {
        const values = now().rules?.[number]?.[part] ?? [];
        await withoutParts(values, fewer =>
          replace({
            ...now(),
            rules: (now().rules ?? []).map((it, i) => (i === number ? narrowed(it, part, fewer) : it)),
          }),
        );
      }
    }
  }
  return least;
}

/** Removes halves, quarters and so on down to single parts, and repeats until no part can be removed. */
async function withoutParts<T>(parts: readonly T[], attempt: (fewer: readonly T[]) => Promise<boolean>): Promise<void> {
  let left = parts;
  for (let size = Math.ceil(left.length / 2); size >= 1 && left.length > 0;) {
    let gone = false;
    for (let start = 0; start < left.length;) {
      const fewer = left.toSpliced(start, size);
      if (await attempt(fewer)) {
        left = fewer;
        gone = true;
      } else start += size;
    }
    if (size > 1) size = Math.ceil(size / 2);
    else if (!gone) return;
  }
}

/** Returns the rule with `values` in `part`. Omits empty resourceNames: a rule for every name has no resourceNames. */
function narrowed(
  rule: RuleManifest,
  part: 'verbs' | 'apiGroups' | 'resources' | 'resourceNames',
  values: readonly string[],
): RuleManifest {
  if (part !== 'resourceNames' || values.length > 0) return { ...rule, [part]: [...values] };
  const { resourceNames: _, ...unrestricted } = rule;
  return unrestricted;
}

/** The fixture as a row of the table of test/rbac/cases.test.ts. */
export function asTableRow({ world, identity, objects }: Fixture, what: string, visible: boolean): string {
  const text = JSON.stringify;
  const resources = objects.map(({ resource: { plural, kind, group, namespaced }, namespace, name }) => {
    const options = [...(group === '' ? [] : [`group: ${text(group)}`]), ...(namespaced ? [] : ['namespaced: false'])];
    return `[resource(${text(plural)}, ${text(kind)}${options.length > 0 ? `, { ${options.join(', ')} }` : ''}), ${text(namespace)}, ${text(name)}]`;
  });
  return [
    '{',
    `  what: ${text(what)},`,
    `  as: identity(${[identity.user, ...identity.groups].map(name => text(name)).join(', ')}),`,
    '  grants: [',
    ...[...world.values()].map(manifest => `    ${grantText(manifest)},`),
    '  ],',
    `  ${visible ? 'yes' : 'no'}: [${resources.join(', ')}],`,
    '},',
  ].join('\n');
}

function grantText({ kind, metadata: { namespace, name }, rules, roleRef, subjects = [] }: RbacManifest): string {
  const text = JSON.stringify;
  const place = namespace === undefined ? '' : `${text(namespace)}, `;
  const constructor = kind.charAt(0).toLowerCase() + kind.slice(1);
  const parts = roleRef
    ? [text(`${roleRef.kind}/${roleRef.name}`), ...subjects.map(subjectText)]
    : (rules ?? []).map(({ verbs, apiGroups = [], resources = [], resourceNames }) =>
        text({ verbs, apiGroups, resources, ...(resourceNames && { resourceNames }) }),
      );
  return `${constructor}(${place}${[text(name), ...parts].join(', ')})`;
}

function subjectText({ kind, name, namespace = '' }: { kind: string; name: string; namespace?: string }): string {
  const text = JSON.stringify;
  if (kind === 'ServiceAccount') return `serviceAccount(${text(namespace)}, ${text(name)})`;
  return `${kind.toLowerCase()}(${text(name)})`;
}

/**
 * Replaces aggregated ClusterRoles of the world by ClusterRoles with their current rules, so that aggregation can be
 * left out.
 */
export function withoutAggregation(world: World, rulesOf: (name: string) => RbacManifest['rules']): World {
  return worldOf(
    [...world.values()].map(manifest => {
      if (!manifest.aggregationRule) return manifest;
      const { aggregationRule: _, ...plain } = manifest;
      return { ...plain, rules: rulesOf(manifest.metadata.name) ?? [] };
    }),
  );
}
