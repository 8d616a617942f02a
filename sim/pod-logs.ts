/** Logs of containers in a simulated leaf, as an API server would read them from nodes. */
import type { ServerResponse } from 'node:http';
import type { KubernetesObject } from '../kubernetes/client.ts';
import { badRequest } from './status.ts';

export interface ContainerRun {
  readonly namespace: string;
  readonly pod: string;
  readonly container: string;
  /** True for the run before the current one. @default false */
  readonly previous?: boolean;
}

const FOLLOW_MS = 20;

function hasEnded({ status }: KubernetesObject): boolean {
  const all = (status?.['containerStatuses'] ?? []) as readonly {
    readonly state?: { readonly terminated?: unknown };
  }[];
  return all.some(({ state }) => state?.terminated !== undefined);
}

export class PodLogs {
  readonly #texts = new Map<string, string>();
  /** Returns the log of a run for which write() was not called. Undefined if the run has no log. */
  unwritten: (pod: KubernetesObject, run: ContainerRun) => string | undefined = () => undefined;

  write(run: ContainerRun, text: string): void {
    this.#texts.set(keyOf(run), text);
  }

  /**
   * Sends the log and later lines, until the Pod is deleted, a container has ended, or the client disconnects.
   * @throws StatusError like read(), before anything is sent
   */
  follow(present: () => KubernetesObject | undefined, query: URLSearchParams, response: ServerResponse): void {
    const first = this.read(present()!, query);
    response.writeHead(200, { 'content-type': 'text/plain; charset=utf-8' });
    response.flushHeaders();
    response.write(first);
    let sent = first;
    const all = new URLSearchParams(query);
    all.delete('tailLines');
    const timer = setInterval(() => {
      const pod = present();
      const text = pod ? this.read(pod, all) : '';
      const last = sent.slice(sent.lastIndexOf('\n', sent.length - 2) + 1);
      // If the last sent line is missing, the log belongs to another run.
      const at = last === '' ? -1 : text.lastIndexOf(last);
      const more = at < 0 ? text : text.slice(at + last.length);
      if (more !== '') response.write((sent = more));
      if (!pod || hasEnded(pod)) response.end();
    }, FOLLOW_MS);
    response.once('close', () => clearInterval(timer));
  }

  /** @throws StatusError as an API server does, if the Pod lacks the container or the container has not run */
  read(object: KubernetesObject, query: URLSearchParams): string {
    const { metadata, spec } = object;
    const { name: pod, namespace = '' } = metadata;
    const containers = ((spec?.['containers'] ?? []) as readonly { readonly name: string }[]).map(({ name }) => name);
    const [only] = containers;
    const container = query.get('container') ?? (containers.length === 1 ? only : undefined);
    if (container === undefined)
      throw badRequest(`a container name must be specified for pod ${pod}, choose one of: [${containers.join(' ')}]`);
    if (!containers.includes(container)) throw badRequest(`container ${container} is not valid for pod ${pod}`);
    const previous = query.get('previous') === 'true';
    const run = { namespace, pod, container, previous };
    const text = this.#texts.get(keyOf(run)) ?? this.unwritten(object, run);
    if (text === undefined && previous)
      throw badRequest(`previous terminated container "${container}" in pod "${pod}" not found`);
    const since = query.get('sinceTime') ?? '';
    const lines = (text ?? '').split(/(?<=\n)/).filter(line => line !== '' && momentOf(line) >= since);
    const tail = query.get('tailLines');
    const requested = tail === null ? lines : lines.slice(Math.max(0, lines.length - Number(tail)));
    const stamped = query.get('timestamps') === 'true' ? requested.map(line => `${momentOf(line)} ${line}`) : requested;
    const bytes = Buffer.from(stamped.join(''));
    return bytes.subarray(0, Number(query.get('limitBytes') ?? bytes.length)).toString();
  }
}

/**
 * Timestamp that the node would set for a line. A line that starts with a time has this time. All other lines have one
 * fixed time.
 */
function momentOf(line: string): string {
  return /^\d{4}-\S+Z(?= )/.exec(line)?.[0] ?? '2026-01-31T12:00:00Z';
}

function keyOf({ namespace, pod, container, previous = false }: ContainerRun): string {
  return JSON.stringify([namespace, pod, container, previous]);
}
