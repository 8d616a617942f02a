/** Restart and scale, as kubectl does them. */
import { at } from '../../../kinds/untrusted.ts';
import type { Action } from './action.ts';
import { done, unsupported } from './outcome.ts';
import { Refused } from './target.ts';

const RESTARTED = new Set(['Deployment', 'StatefulSet', 'DaemonSet']);

/** New Pods, by the workload's own strategy: as `kubectl rollout restart`. */
export function restart(now: Date): Action {
  const annotations = { 'kubectl.kubernetes.io/restartedAt': now.toISOString() };
  return {
    name: 'restart',
    isFor: ({ group, kind }) => group === 'apps' && RESTARTED.has(kind),
    async act(target) {
      await target.patch({ spec: { template: { metadata: { annotations } } } });
      return done(target);
    },
  };
}

/** Through the scale subresource, which custom resources may have, too. */
export function scale(replicas: number): Action {
  return {
    name: 'scale',
    async act(target) {
      try {
        const before = await target.read({ subresource: 'scale' });
        await target.patch({ spec: { replicas } }, { subresource: 'scale' });
        return done(target, before && at(before, 'spec', 'replicas') === replicas);
      } catch (error) {
        // Either the object or its scale is not there.
        if (!(error instanceof Refused) || error.error?.code !== 'NOT_FOUND' || !(await target.read())) throw error;
        return unsupported('scale', target.id);
      }
    },
  };
}
