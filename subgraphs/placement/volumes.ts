/**
 * The projection `volumes`: the persistent volumes that a Pod template mounts, and the access modes of a claim. If a
 * workload or claim moves to another member, the data of its volumes stays behind.
 */
import type { Projection } from '../../kinds/projection.ts';
import { at, isName, list, text } from '../../kinds/untrusted.ts';
import type { ProjectionRecord } from '../../store/attached.ts';

export const VOLUMES = 'volumes';

/** Record of an object with a Pod specification. Absent if the object has no claims and no claim templates. */
export interface MountedVolumes {
  /** Sorted names of PersistentVolumeClaims in the namespace of the object. */
  readonly claims?: readonly string[];
  /** True if the object creates a claim for each of its Pods. */
  readonly templates?: true;
  /** True if the object may mount more claims than the list has. */
  readonly cut?: true;
}

/** Record of a PersistentVolumeClaim. */
export interface ClaimModes {
  /** Access modes, such as ReadWriteOnce. */
  readonly modes: readonly string[];
}

/** Maximum number of claims kept for one template. They fit into a record even if all names have the maximum length. */
const MAX_CLAIMS = 12;

/** Path of the Pod specification, for kinds whose path is not TEMPLATE. */
const TEMPLATES: Readonly<Record<string, readonly string[]>> = {
  CronJob: ['spec', 'jobTemplate', 'spec', 'template', 'spec'],
  Pod: ['spec'],
};
const TEMPLATE = ['spec', 'template', 'spec'];

/** Kinds whose Pod specifications are read. */
export const MOUNTING_KINDS = [
  ...['Deployment', 'StatefulSet', 'ReplicaSet', 'DaemonSet'].map(kind => ({ group: 'apps', kind })),
  ...['Job', 'CronJob'].map(kind => ({ group: 'batch', kind })),
  { group: '', kind: 'Pod' },
];

export const volumes: Projection = {
  name: VOLUMES,
  version: 1,
  from: [...MOUNTING_KINDS, { group: '', kind: 'PersistentVolumeClaim' }],
  project: (object, { kind }) => (kind === 'PersistentVolumeClaim' ? modesOf(object) : mountedBy(object, kind)),
};

function modesOf(object: unknown): readonly ProjectionRecord[] {
  const modes = list(at(object, 'spec', 'accessModes')).filter(mode => MODES.has(text(mode)));
  return [{ modes: [...new Set(modes)].sort() }];
}

const MODES = new Set(['ReadWriteOnce', 'ReadOnlyMany', 'ReadWriteMany', 'ReadWriteOncePod']);

function mountedBy(object: unknown, kind: string): readonly ProjectionRecord[] {
  const mounted = list(at(object, ...(TEMPLATES[kind] ?? TEMPLATE), 'volumes')).flatMap(volume => {
    const claim = at(volume, 'persistentVolumeClaim');
    return claim === undefined ? [] : [at(claim, 'claimName')];
  });
  const claims = [...new Set(mounted)].filter(isName).sort();
  const isCut = claims.length > MAX_CLAIMS || !mounted.every(isName);
  const hasTemplates = kind === 'StatefulSet' && list(at(object, 'spec', 'volumeClaimTemplates')).length > 0;
  if (mounted.length === 0 && !hasTemplates) return [];
  return [
    {
      ...(claims.length > 0 && { claims: claims.slice(0, MAX_CLAIMS) }),
      ...(hasTemplates && { templates: true }),
      ...(isCut && { cut: true }),
    },
  ];
}
