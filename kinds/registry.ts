/**
 * All defined kinds, from the files of their API groups and projects. Other kinds use the rules of kstatus, with
 * additions (kstatus.ts).
 *
 * `make generate` writes docs/status.md from this list.
 */
import type { Resource } from '../rbac/types.ts';
import { ack } from './ack.ts';
import { apiextensions } from './apiextensions.ts';
import { apiregistration } from './apiregistration.ts';
import { apps } from './apps.ts';
import { argo } from './argo.ts';
import { autoscaling } from './autoscaling.ts';
import { batch } from './batch.ts';
import { carvel } from './carvel.ts';
import { certManager } from './cert-manager.ts';
import { cilium } from './cilium.ts';
import { cloudNativePg } from './cloudnative-pg.ts';
import { clusterApi } from './cluster-api.ts';
import { configConnector } from './config-connector.ts';
import { configSync } from './configsync.ts';
import { contour } from './contour.ts';
import { core } from './core.ts';
import { crossplane, syncedAndReady } from './crossplane.ts';
import { elastic } from './elastic.ts';
import { externalSecrets } from './external-secrets.ts';
import { flagger } from './flagger.ts';
import { flux } from './flux.ts';
import { gatewayApi } from './gateway-api.ts';
import { grafana } from './grafana.ts';
import { istio } from './istio.ts';
import { karmada } from './karmada.ts';
import { karpenter } from './karpenter.ts';
import { keda } from './keda.ts';
import type { Kind } from './kind.ts';
import { knative } from './knative.ts';
import { failedByConvention, kstatus } from './kstatus.ts';
import { kuadrant } from './kuadrant.ts';
import { kubevirt } from './kubevirt.ts';
import { kueue } from './kueue.ts';
import { kyverno } from './kyverno.ts';
import { longhorn } from './longhorn.ts';
import { monitoring } from './monitoring.ts';
import { networking } from './networking.ts';
import { olm } from './olm.ts';
import { openClusterManagement } from './open-cluster-management.ts';
import { openshift } from './openshift.ts';
import { percona } from './percona.ts';
import { policy } from './policy.ts';
import { porch } from './porch.ts';
import { rabbitmq } from './rabbitmq.ts';
import { rancher } from './rancher.ts';
import { resourceGroup } from './resource-group.ts';
import { rook } from './rook.ts';
import { snapshot } from './snapshot.ts';
import type { Hold } from './status-result.ts';
import { storage } from './storage.ts';
import { streamAndBatch } from './stream-and-batch.ts';
import { strimzi } from './strimzi.ts';
import { tekton } from './tekton.ts';
import { velero } from './velero.ts';
import { volcano } from './volcano.ts';
import { zalando } from './zalando.ts';

/** Kinds of Kubernetes first. Then kinds of projects, in the order of their file names. */
export const KINDS: readonly Kind[] = [
  ...[...core, ...apps, ...batch, ...autoscaling, ...networking, ...gatewayApi, ...policy, ...apiextensions],
  ...[...apiregistration, ...snapshot, ...storage],
  ...ack,
  ...argo,
  ...carvel,
  ...certManager,
  ...cilium,
  ...cloudNativePg,
  ...clusterApi,
  ...configConnector,
  ...configSync,
  ...contour,
  ...crossplane,
  ...elastic,
  ...externalSecrets,
  ...flagger,
  ...flux,
  ...grafana,
  ...istio,
  ...karmada,
  ...karpenter,
  ...keda,
  ...knative,
  ...kuadrant,
  ...kubevirt,
  ...kueue,
  ...kyverno,
  ...longhorn,
  ...monitoring,
  ...olm,
  ...openClusterManagement,
  ...openshift,
  ...percona,
  ...porch,
  ...rabbitmq,
  ...rancher,
  ...resourceGroup,
  ...rook,
  ...streamAndBatch,
  ...strimzi,
  ...tekton,
  ...velero,
  ...volcano,
  ...zalando,
];

export const OTHER_KINDS: Kind = {
  group: '*',
  kind: '*',
  status: kstatus(),
  words: {
    ...syncedAndReady.words,
    failed: [
      '`Stalled` is True',
      ...syncedAndReady.words.failed.map(when => (when.startsWith('`Synced`') ? when : `with \`Synced\`: ${when}`)),
      `unless \`Ready\` is True: ${failedByConvention.words.failed.join(', or ')}`,
    ],
    inProgress: [
      '`metadata.generation` is not `status.observedGeneration`',
      '`Reconciling` is True',
      '`Ready` is False or Unknown',
    ],
    source: `kubernetes-sigs/cli-utils: pkg/kstatus/status; ${syncedAndReady.words.source}; ${failedByConvention.words.source}`,
  },
  holds: syncedAndReady.holds,
  rules: 1,
};

export type KindLookup = (resource: Pick<Resource, 'group' | 'kind'>) => Kind;

export const kindOf: KindLookup = lookupIn(KINDS);

/** The hold that the actions `suspend` and `resume` set and remove. Undefined if the kind has no such hold. */
export function suspensionOf(
  kind: Pick<Resource, 'group' | 'kind'>,
): (Hold & Required<Pick<Hold, 'patch'>>) | undefined {
  return kindOf(kind).holds?.find(hold => hold.patch !== undefined) as ReturnType<typeof suspensionOf>;
}

/** True if a hold of the object's kind keeps the controller from reconciling the object. */
export function isHeldByKind(kind: Pick<Resource, 'group' | 'kind'>, object: unknown): boolean {
  return kindOf(kind).holds?.some(hold => hold.holds(object)) === true;
}

/**
 * Version of the rules for all kinds. Raise the number if a change of the rules changes the rows of many kinds. After
 * an upgrade, all rows are then written again.
 */
const RULES_OF_ALL_KINDS = 5;

/**
 * Version of the rules for rows of a kind. If the version changes, the stored rows of the kind are written again. The
 * version of an entry for a whole group contains the group. So the version of a kind also changes when the kind gets
 * its own entry.
 */
export function rulesOf({ group, kind, rules = 0, configured }: Kind): string {
  return `${RULES_OF_ALL_KINDS}.${rules}${kind === '*' ? ` ${group}` : ''}${configured === undefined ? '' : ` ${configured}`}`;
}

/** @throws Error if a kind has two entries */
export function lookupIn(entries: readonly Kind[]): KindLookup {
  const byName = new Map<string, Kind>();
  for (const entry of entries) {
    const name = `${entry.group}/${entry.kind}`;
    if (byName.has(name)) throw new Error(`kinds/ has two entries for ${name}: make them one.`);
    byName.set(name, entry);
  }
  const wholeGroups = entries.filter(({ kind }) => kind === '*');
  const covers = (entry: Kind, group: string) =>
    entry.group.startsWith('*') ? group.endsWith(entry.group.slice(1)) : group === entry.group;
  return ({ group, kind }) =>
    byName.get(`${group}/${kind}`) ?? wholeGroups.find(entry => covers(entry, group)) ?? OTHER_KINDS;
}
