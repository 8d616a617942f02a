/**
 * Runs the leaves in a separate process, so that their cost is not part of the product's cost. Changes their objects
 * and makes faults on request.
 */
import { subscribe } from 'node:diagnostics_channel';
import { createDemoFleet, type CreateDemoFleetOptions, type DemoFleet } from '../../demo/fleet.ts';
import type { Fault } from '../../sim/faults.ts';
import { answerRequests } from './answering.ts';

export interface KustomizationName {
  readonly cluster: string;
  readonly namespace: string;
  readonly name: string;
}

export type LeavesRequest =
  | { readonly type: 'start'; readonly fleet: CreateDemoFleetOptions }
  | ({ readonly type: 'revise'; readonly revision: string } & KustomizationName)
  /**
   * Starts to change these objects one after the other, `perSecond` per second. 0 stops the changes. Answers at once.
   */
  | { readonly type: 'churn'; readonly perSecond: number; readonly among: readonly KustomizationName[] }
  /** `fault: {}` ends the fault. */
  | { readonly type: 'fail'; readonly cluster: string; readonly fault: Pick<Fault, 'answer'> }
  | { readonly type: 'traffic' };

export interface LeavesAnswer {
  /** Kubeconfig with one context per leaf. The answer to a `start` request has it. */
  readonly kubeconfig: string;
  /** Name, URL and registration labels of each leaf. The answer to a `start` request has them. */
  readonly leaves: readonly {
    readonly name: string;
    readonly url: string;
    readonly labels: Readonly<Record<string, string>>;
  }[];
  /** URL of the Prometheus of the mesh. The answer to a `start` request with scenes has it. */
  readonly prometheusUrl?: string | undefined;
  /** Time of the write in milliseconds since the epoch. The answer to a `revise` request has it. */
  readonly at: number;
  /** Connections and requests to all leaves since the start. */
  readonly traffic: { readonly connections: number; readonly requests: number };
}

const traffic = { connections: 0, requests: 0 };
subscribe('net.server.socket', () => void traffic.connections++);
subscribe('http.server.request.start', () => void traffic.requests++);

let running: DemoFleet | undefined;
let churning: NodeJS.Timeout | undefined;

answerRequests<LeavesRequest, LeavesAnswer>(async request => {
  const nothing: LeavesAnswer = { kubeconfig: '', leaves: [], at: 0, traffic };
  if (request.type === 'start') {
    const { kubeconfig, leaves, prometheusUrl, labelsOf } = (running = await createDemoFleet(request.fleet));
    return {
      ...nothing,
      ...{ kubeconfig, prometheusUrl },
      leaves: leaves.map(({ name, url }) => ({ name, url, labels: labelsOf(name) })),
    };
  }
  if (!running) throw new Error('The leaves were asked for something before they were started.');
  if (request.type === 'revise') return { ...nothing, at: revise(running, request, request.revision) };
  if (request.type === 'churn') churn(running, request);
  if (request.type === 'fail') leafOf(running, request.cluster).fail(request.fault);
  return nothing;
});

const TICK_MS = 50;

function churn(fleet: DemoFleet, { perSecond, among }: Extract<LeavesRequest, { type: 'churn' }>): void {
  clearInterval(churning);
  if (perSecond === 0) return;
  const began = performance.now();
  let written = 0;
  churning = setInterval(() => {
    for (const due = ((performance.now() - began) / 1_000) * perSecond; written < due; written++) {
      const target = among[written % among.length]!;
      revise(fleet, target, `churn@sha1:${written.toString(16).padStart(40, '0')}`);
    }
  }, TICK_MS);
}

/**
 * Writes another applied revision to a Kustomization. Returns the time of the write in milliseconds since the epoch.
 */
function revise(fleet: DemoFleet, { cluster, namespace, name }: KustomizationName, revision: string): number {
  const leaf = leafOf(fleet, cluster);
  const reference = {
    apiVersion: 'kustomize.toolkit.fluxcd.io/v1',
    kind: 'Kustomization',
    metadata: { namespace, name },
  };
  const object = leaf.objects.get(reference);
  if (!object) throw new Error(`There is no Kustomization ${namespace}/${name} on ${cluster}.`);
  const at = performance.timeOrigin + performance.now();
  leaf.objects.put({
    ...object,
    ...reference,
    metadata: object.metadata,
    status: { ...(object['status'] as object), lastAppliedRevision: revision },
  });
  return at;
}

function leafOf({ leaves }: DemoFleet, cluster: string) {
  const leaf = leaves.find(leaf => leaf.name === cluster);
  if (!leaf) throw new Error(`There is no leaf ${cluster}.`);
  return leaf;
}
