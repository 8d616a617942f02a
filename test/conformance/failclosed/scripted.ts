/**
 * Hand-made writes of a collector, for states that a real collector passes too quickly. Also a monotonic clock that can
 * jump.
 */
import { parseGrantObject } from '../../../rbac/parse.ts';
import type { GrantObject } from '../../../rbac/types.ts';
import type { Batch, ClusterState, Row } from '../../../store/store.ts';
import { row } from '../../fixtures.ts';
import { grant } from '../../sim/fixtures.ts';
import * as store from '../../store/fixtures.ts';

/** The state of a leaf that serves pods. */
export function state(fields: Partial<ClusterState> = {}): ClusterState {
  return store.state({
    kinds: [{ group: '', kind: 'Pod', state: 'watching', reason: '' }],
    resources: [{ group: '', version: 'v1', kind: 'Pod', plural: 'pods', namespaced: true }],
    ...fields,
  });
}

/** State of a cluster whose collector has begun to read. */
export const HALF_READ = state({
  phase: 'listing',
  grants: { complete: false, confirmedAgo: undefined, reason: 'LISTING' },
});

export function podRow(cluster: string, name: string, namespace = 'apps'): Row {
  return row({ cluster, namespace, name });
}

/** Role and binding that let a user list pods: in the whole cluster, or in one namespace. */
export function mayListPods(who: string, namespace?: string): GrantObject[] {
  return grant('reader', who, [{ verbs: ['list'], resources: ['pods'] }], namespace).map(object =>
    parseGrantObject(object.kind as GrantObject['type'], object),
  );
}

/** A completely read leaf: a pod that has the leaf's name, and a grant that lets jane list it. */
export function everything(cluster: string): Required<Pick<Batch, 'puts' | 'grantPuts' | 'state'>> {
  return { puts: [podRow(cluster, `pod-of-${cluster}`)], grantPuts: mayListPods('jane'), state: state() };
}

/** Replaces performance.now(), with which the product measures ages. */
export class MonotonicClock implements Disposable {
  readonly #real = performance.now.bind(performance);
  readonly #own = performance.now;
  #ahead = 0;

  constructor() {
    performance.now = () => this.#real() + this.#ahead;
  }

  advance(ms: number): void {
    this.#ahead += ms;
  }

  [Symbol.dispose](): void {
    performance.now = this.#own;
  }
}
