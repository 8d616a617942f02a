/** Porch: revisions of packages, their repositories, and variants of packages. Their conditions follow kstatus. */
import type { Kind } from './kind.ts';
import { kstatus } from './kstatus.ts';
import { relationsByName } from './relations.ts';
import { at, text } from './untrusted.ts';

const CONFIG_GROUP = 'config.porch.kpt.dev';
export const PACKAGE_REVISION = { group: 'porch.kpt.dev', kind: 'PackageRevision' };
export const REPOSITORY = { group: CONFIG_GROUP, kind: 'Repository' };

const byConditions = kstatus();

export const porch: readonly Kind[] = [
  {
    ...PACKAGE_REVISION,
    indexedAs: 'packagerevisions',
    // If no condition has a reason, the lifecycle (such as Draft or Published) is the reason.
    status: (object, now) => {
      const { reason, ...rest } = byConditions(object, now);
      return { ...rest, reason: reason || text(at(object, 'spec', 'lifecycle')) };
    },
    revision: object => text(at(object, 'status', 'selfLock', 'git', 'commit')),
    relations: (object, namespace) => {
      const name = text(at(object, 'spec', 'repository'));
      return name === '' ? [] : relationsByName('SOURCE', [{ name }], REPOSITORY, namespace);
    },
  },
  { ...REPOSITORY, indexedAs: 'repositories', status: byConditions },
  { group: CONFIG_GROUP, kind: 'PackageVariant', indexedAs: 'packagevariants', status: byConditions },
];
