/**
 * The actions move, drain and bound. Each sets or removes annotations on an object of a hub. The mover (folder mover/)
 * acts on the annotations. Anybody who may patch the object can also set them with `kubectl annotate`.
 *
 * Before a move is written, fleetgraph sends a dry run of the final specification as the caller. The mover writes that
 * specification later with its own permissions. With the dry run, admission judges the caller by the final
 * specification, and a refusal changes nothing.
 */
import { annotation, at, line, list } from '../../../kinds/untrusted.ts';
import type { KubernetesObject } from '../../../kubernetes/client.ts';
import type { ObjectId } from '../../../schema/object-id.ts';
import {
  fieldsDigest,
  fieldsPatch,
  INTENT,
  pinFields,
  pinned,
  unpinnedFields,
  wantedMembers,
} from '../../placement-intent.ts';
import type { Action } from './action.ts';
import { done } from './outcome.ts';
import type { Target } from './target.ts';

type Kind = Pick<ObjectId, 'group' | 'kind'>;

const isPolicy = ({ group, kind }: Kind) =>
  (group === 'cluster.open-cluster-management.io' && kind === 'Placement') ||
  (group === 'policy.karmada.io' && (kind === 'PropagationPolicy' || kind === 'ClusterPropagationPolicy'));

const isMember = ({ group, kind }: Kind) =>
  (group === 'cluster.open-cluster-management.io' && kind === 'ManagedCluster') ||
  (group === 'cluster.karmada.io' && kind === 'Cluster');

export interface MoveOptions {
  /** Distinct names of member clusters. Undefined means that members are no longer assigned by name. */
  readonly clusters: readonly string[] | undefined;
  readonly leavesVolumes: boolean;
}

export function move({ clusters, leavesVolumes }: MoveOptions): Action {
  const annotations = {
    [INTENT.clusters]: clusters?.join(',') ?? null,
    [INTENT.volumes]: leavesVolumes ? 'leave' : null,
  };
  return {
    name: 'move',
    isFor: isPolicy,
    async act(target) {
      const before = await target.mustRead();
      const end = endOf(target.id.kind, before, clusters);
      if (end) await target.patch({ spec: end }, { dryRun: true });
      if (target.dryRun && target.id.kind === 'Placement') target.warnings.push(...(await otherReaders(target)));
      await target.patch({ metadata: { annotations } });
      return done(target, isRequested(before, annotations));
    },
  };
}

const PLACEMENT_LABEL = 'cluster.open-cluster-management.io/placement';
/** Maximum number of warnings about ApplicationSets. */
const MAX_READERS = 10;

/**
 * Warnings about ApplicationSets that also follow the decisions of the Placement. Covers only ApplicationSets that the
 * caller may list.
 */
async function otherReaders(target: Target): Promise<string[]> {
  const sets = (await target.beside({ group: 'argoproj.io', kind: 'ApplicationSet' })) ?? [];
  const reads = (generator: unknown) =>
    at(generator, 'clusterDecisionResource', 'labelSelector', 'matchLabels', PLACEMENT_LABEL) === target.id.name;
  return sets
    .filter(({ spec }) => list(at(spec, 'generators')).some(reads))
    .slice(0, MAX_READERS)
    .map(
      ({ metadata }) =>
        `ApplicationSet "${line(metadata.name, 253)}" reads this Placement, too, and follows the move without a proof.`,
    );
}

/** Patch to the final specification of the move. Undefined if the policy already has that specification. */
function endOf(kind: string, policy: KubernetesObject, clusters: readonly string[] | undefined): object | undefined {
  const free = unpinnedFields(kind, policy);
  const end = clusters ? pinned(free, clusters.toSorted()) : free;
  return fieldsDigest(end) === fieldsDigest(pinFields(kind, policy)) ? undefined : fieldsPatch(end, policy);
}

/** True if the annotations already have the requested values. The order and the blanks of a list do not matter. */
function isRequested(before: KubernetesObject, annotations: Readonly<Record<string, string | null>>): boolean {
  const meaning = (name: string, value: string | undefined) =>
    name === INTENT.clusters
      ? (wantedMembers(value)?.join() ?? value)
      : name === INTENT.volumes && value !== 'leave'
        ? undefined
        : value;
  return Object.entries(annotations).every(
    ([name, value]) => meaning(name, annotation(before, name)) === meaning(name, value ?? undefined),
  );
}

/** @param drained False ends the drain */
export function drain(drained: boolean): Action {
  return { name: 'drain', isFor: isMember, act: annotates(INTENT.drain, drained ? 'true' : null) };
}

/** @param pods Undefined removes the bound */
export function bound(pods: number | undefined): Action {
  return { name: 'bound', isFor: isMember, act: annotates(INTENT.bound, pods === undefined ? null : `pods=${pods}`) };
}

function annotates(name: string, value: string | null): Action['act'] {
  return async (target: Target) => {
    const before = await target.read();
    await target.patch({ metadata: { annotations: { [name]: value } } });
    return done(target, before && (annotation(before, name) ?? null) === value);
  };
}
