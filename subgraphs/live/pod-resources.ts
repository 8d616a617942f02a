/**
 * CPU and memory that Pods request, and may use at most, as the scheduler counts them
 * (k8s.io/component-helpers resource/helpers.go).
 *
 * Init containers run one after the other, before the containers. Sidecars, init containers that restart always, keep
 * running beside them.
 */
import type { KubernetesObject } from '../../kubernetes/client.ts';
import { quantityOf } from '../../kubernetes/quantity.ts';
import { items, record, text } from './manifest.ts';

/** Cores of CPU, or bytes of memory. */
export interface Resources {
  readonly requested: number;
  /** Limit of the containers that run after the start. Null: without limit. */
  readonly limit: number | null;
}

export interface PodResources {
  readonly cpu: Resources;
  readonly memory: Resources;
}

export interface ContainerResources extends PodResources {
  readonly name: string;
}

type ResourceName = 'cpu' | 'memory';
/** No node runs more in one Pod. */
export const MAX_CONTAINERS = 250;

export function resourcesOfPod({ spec }: KubernetesObject): PodResources {
  return { cpu: ofPod(spec, 'cpu'), memory: ofPod(spec, 'memory') };
}

/** True for a Pod whose containers have all ended: it uses no resources of its Node. */
export function hasEnded({ status }: KubernetesObject): boolean {
  return status?.['phase'] === 'Succeeded' || status?.['phase'] === 'Failed';
}

/** Containers that run at the same time: sidecars first. */
export function runningContainers({ spec }: KubernetesObject): ContainerResources[] {
  const sidecars = items(spec?.['initContainers']).filter(isSidecar);
  return [...sidecars, ...items(spec?.['containers'])].slice(0, MAX_CONTAINERS).flatMap(container => {
    const name = text(record(container)?.['name']);
    return name === undefined
      ? []
      : [{ name, cpu: ofContainer(container, 'cpu'), memory: ofContainer(container, 'memory') }];
  });
}

function ofPod(spec: KubernetesObject['spec'], resource: ResourceName): Resources {
  let sidecars = NOTHING;
  let peak = 0;
  for (const container of items(spec?.['initContainers'])) {
    const running = sum(sidecars, ofContainer(container, resource));
    if (isSidecar(container)) sidecars = running;
    else peak = Math.max(peak, running.requested);
  }
  const all = items(spec?.['containers']).reduce<Resources>(
    (total, container) => sum(total, ofContainer(container, resource)),
    sidecars,
  );
  const overhead = quantityOf(record(spec?.['overhead'])?.[resource]) ?? 0;
  // Resources of the whole Pod replace the sum. A limit without a request is the request.
  const own = amounts(spec, resource);
  const limit = own.limit ?? all.limit;
  return {
    requested: (own.requested ?? own.limit ?? Math.max(all.requested, peak)) + overhead,
    limit: limit === null ? null : limit + overhead,
  };
}

const NOTHING: Resources = { requested: 0, limit: 0 };

function sum(a: Resources, b: Resources): Resources {
  return {
    requested: a.requested + b.requested,
    limit: a.limit === null || b.limit === null ? null : a.limit + b.limit,
  };
}

function ofContainer(container: unknown, resource: ResourceName): Resources {
  const { requested, limit } = amounts(record(container), resource);
  return { requested: requested ?? limit ?? 0, limit: limit ?? null };
}

function amounts(
  of: Readonly<Record<string, unknown>> | null | undefined,
  resource: ResourceName,
): { requested: number | undefined; limit: number | undefined } {
  const resources = record(of?.['resources']);
  const amountOf = (key: string) => {
    const amount = quantityOf(record(resources?.[key])?.[resource]);
    return amount === undefined || amount < 0 ? undefined : amount;
  };
  return { requested: amountOf('requests'), limit: amountOf('limits') };
}

function isSidecar(container: unknown): boolean {
  return record(container)?.['restartPolicy'] === 'Always';
}
