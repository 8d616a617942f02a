/**
 * Logs of containers in the demo fleet: a line every few seconds up to now, and the reason why a crashing container
 * ended.
 */
import type { KubernetesObject } from '../kubernetes/client.ts';
import type { ContainerRun } from '../sim/pod-logs.ts';
import { seededRandom } from './random.ts';

const LINES = 400;
const EVERY_MS = 3_000;
const PATHS = ['/healthz', '/v1/orders', '/v1/orders/search', '/v1/sessions', '/metrics'];

/** The log of a container. Undefined if the container has not run. */
export function demoLog({ status }: KubernetesObject, run: ContainerRun, now: number): string | undefined {
  const [container] = (status?.['containerStatuses'] ?? []) as readonly {
    containerID?: string;
    restartCount?: number;
    ready?: boolean;
  }[];
  if (!container?.containerID) return undefined;
  const hasRestarted = (container.restartCount ?? 0) > 0;
  if (run.previous && !hasRestarted) return undefined;
  const last = Math.floor(now / EVERY_MS) * EVERY_MS - (run.previous ? 300_000 : 0);
  if (hasRestarted && container.ready !== true) return crash(last);
  return Array.from({ length: LINES }, (_, index) => request(run, last - (LINES - 1 - index) * EVERY_MS)).join('');
}

function request({ pod }: ContainerRun, at: number): string {
  const random = seededRandom(pod, at);
  const path = PATHS[Math.floor(random() * PATHS.length)];
  return line(at, 'info', `GET ${path} 200 in ${Math.ceil(random() * 40)} ms`);
}

function crash(at: number): string {
  return [
    line(at - 2_000, 'info', 'starting'),
    line(at - 1_000, 'error', 'cannot connect to the database: connection refused'),
    line(at, 'fatal', 'giving up after 3 attempts, exit code 1'),
  ].join('');
}

const line = (at: number, level: string, message: string): string =>
  `${new Date(at).toISOString()} ${level.padEnd(5)} ${message}\n`;
