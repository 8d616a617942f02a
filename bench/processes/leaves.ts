/** The leaves in a process of their own, so that what they cost is not the product's; and changes to their objects on request. */
import { createDemoFleet, type CreateDemoFleetOptions, type DemoFleet } from '../../cli/demo/fleet.ts';
import { answerRequests } from './answering.ts';

export type LeavesRequest =
  | { readonly type: 'start'; readonly fleet: CreateDemoFleetOptions }
  | { readonly type: 'revise'; readonly cluster: string; readonly namespace: string; readonly name: string; readonly revision: string };

export interface LeavesAnswer {
  /** Of a start: one context per leaf. */
  readonly kubeconfig: string;
  /** Of a start: the leaf's name and URL. */
  readonly leaves: readonly { readonly name: string; readonly url: string }[];
  /** When the change was written, in milliseconds since the epoch. */
  readonly at: number;
}

let running: DemoFleet | undefined;

answerRequests<LeavesRequest, LeavesAnswer>(async request => {
  if (request.type === 'start') running = await createDemoFleet(request.fleet);
  if (!running) throw new Error('The leaves were asked for a change before they were started.');
  const at = request.type === 'revise' ? revise(running, request) : 0;
  if (request.type === 'revise') return { kubeconfig: '', leaves: [], at };
  return { kubeconfig: running.kubeconfig, leaves: running.leaves.map(({ name, url }) => ({ name, url })), at };
});

/** A Kustomization has applied another revision. */
function revise(fleet: DemoFleet, { cluster, namespace, name, revision }: Extract<LeavesRequest, { type: 'revise' }>): number {
  const leaf = fleet.leaves.find(leaf => leaf.name === cluster);
  const reference = { apiVersion: 'kustomize.toolkit.fluxcd.io/v1', kind: 'Kustomization', metadata: { namespace, name } };
  const object = leaf?.objects.get(reference);
  if (!leaf || !object) throw new Error(`There is no Kustomization ${namespace}/${name} on ${cluster}.`);
  const at = performance.timeOrigin + performance.now();
  leaf.objects.put({
    ...object,
    ...reference,
    metadata: object.metadata,
    status: { ...(object['status'] as object), lastAppliedRevision: revision },
  });
  return at;
}
