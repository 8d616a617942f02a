/** What the containers of a simulated leaf have written, as the API server reads it from their nodes. */
import type { KubernetesObject } from '../kubernetes/client.ts';
import { badRequest } from './status.ts';

/** A run of a container. */
export interface ContainerRun {
  readonly namespace: string;
  readonly pod: string;
  readonly container: string;
  /** The run before the present one. @default false */
  readonly previous?: boolean;
}

export class PodLogs {
  readonly #texts = new Map<string, string>();
  /** The log of a run that nothing was written for; undefined where it has none. */
  unwritten: (pod: KubernetesObject, run: ContainerRun) => string | undefined = () => undefined;

  write(run: ContainerRun, text: string): void {
    this.#texts.set(keyOf(run), text);
  }

  /** @throws StatusError as an API server refuses: a container must be one of the Pod's, and have run. */
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
    if (text === undefined && previous) throw badRequest(`previous terminated container "${container}" in pod "${pod}" not found`);
    const lines = (text ?? '').split(/(?<=\n)/);
    const tail = query.get('tailLines');
    const asked = tail === null ? lines : lines.slice(Math.max(0, lines.length - Number(tail)));
    const bytes = Buffer.from(asked.join(''));
    return bytes.subarray(0, Number(query.get('limitBytes') ?? bytes.length)).toString();
  }
}

function keyOf({ namespace, pod, container, previous = false }: ContainerRun): string {
  return JSON.stringify([namespace, pod, container, previous]);
}
