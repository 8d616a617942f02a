/**
 * Common part of sources on a hub. Objects name clusters, and Secrets contain their kubeconfigs. Each source decides
 * which objects it follows (hub.ts) and which clusters they name. This file sorts the clusters by age, proposes two
 * names for each, and reads kubeconfigs as untrusted input.
 *
 * A cluster gets the name that its object asks for. If several objects want a name that no cluster has yet (names.ts),
 * the oldest object gets it. The others are named `namespace/name`.
 */
import type { AllowedCommands } from '../kubernetes/allowed-commands.ts';
import { KubeconfigError } from '../kubernetes/kubeconfig-error.ts';
import type { KubeconfigFile } from '../kubernetes/kubeconfig-file.ts';
import type { KubernetesObject } from '../kubernetes/client.ts';
import type { ClusterTarget } from '../kubernetes/transport.ts';
import {
  MAX_KUBECONFIG_LENGTH,
  targetOf,
  untrustedTarget,
  type Allowance,
} from '../kubernetes/untrusted-kubeconfig.ts';
import type { Hub, HubObjects } from './hub.ts';
import { fingerprintOf, type Candidate, type ClusterSource, type LeafPolicy, type SourceState } from './source.ts';

export interface HubSourceOptions {
  readonly policy: LeafPolicy;
  readonly allow: readonly Allowance[];
}

/** Options of a source, with limits on its kubeconfigs. */
interface KubeconfigOptions extends HubSourceOptions {
  /** Commands that the kubeconfigs may run. @default none */
  readonly commands?: AllowedCommands;
}

/** Changes a target from a kubeconfig before its use, for example to write renewed tokens to the Secret. */
export type Adopt = (target: ClusterTarget, found: FoundCluster) => ClusterTarget;

/** An object that names a cluster, and the cluster's kubeconfig. */
export interface FoundCluster extends ObjectFacts, Pick<Candidate, 'group' | 'isSpare'> {
  /** Name that the object asks for. */
  readonly called: string;
  readonly kubeconfig: SecretText | undefined;
  /** Reason why `kubeconfig` is undefined. */
  readonly missing: string;
}

export interface ObjectFacts {
  readonly kind: string;
  readonly namespace: string;
  readonly name: string;
  readonly createdAt: string;
  readonly labels: Readonly<Record<string, string>>;
}

/** A kubeconfig, or a text that can be converted to a kubeconfig. */
export interface SecretText {
  readonly fingerprint: string;
  /** Approximate bytes in memory. */
  readonly bytes: number;
  /** @throws KubeconfigError */
  read(source: string): string | KubeconfigFile;
}

export function factsOf(kind: string, { metadata }: KubernetesObject): ObjectFacts {
  const { namespace = '', name, creationTimestamp: createdAt = '', labels = {} } = metadata;
  return { kind, namespace, name, createdAt, labels };
}

/** Approximate bytes in memory of an object's facts and text. */
export function bytesOf({ namespace, name, labels }: ObjectFacts, text?: SecretText): number {
  return 1_024 + namespace.length + name.length + JSON.stringify(labels).length + (text?.bytes ?? 0);
}

/**
 * The value of a key in a Secret. Undefined if the Secret lacks the key. If the value is too long, read() throws an
 * error.
 */
export function textOf(object: KubernetesObject, key: string): SecretText | undefined {
  const value = dataOf(object)[key];
  if (value === undefined) return undefined;
  const fingerprint = fingerprintOf(value);
  if (value.length > 2 * MAX_KUBECONFIG_LENGTH) {
    const refuse = (source: string): never => {
      throw new KubeconfigError(`${source}: the value of "${key}" is longer than ${MAX_KUBECONFIG_LENGTH} characters.`);
    };
    return { fingerprint, bytes: 0, read: refuse };
  }
  const text = Buffer.from(value, 'base64').toString('utf8');
  return { fingerprint, bytes: text.length, read: () => text };
}

export const BEING_READ = 'its Secret is being read.';

/** Values of a Secret by key, in base64. */
export function dataOf({ data }: KubernetesObject): Readonly<Record<string, string>> {
  if (typeof data !== 'object' || data === null) return {};
  return Object.fromEntries(
    Object.entries(data).filter((entry): entry is [string, string] => typeof entry[1] === 'string'),
  );
}

export class HubSource implements ClusterSource {
  readonly type: string;
  readonly title: string;
  readonly #hub: Hub;
  readonly #followed: readonly HubObjects<unknown>[];
  readonly #found: () => Iterable<FoundCluster>;
  readonly #options: KubeconfigOptions;
  readonly #adopt: Adopt;

  /** @param found Returns the clusters. Called only after all followed objects have been read */
  constructor(
    { type, title }: Pick<ClusterSource, 'type' | 'title'>,
    hub: Hub,
    followed: readonly HubObjects<unknown>[],
    found: () => Iterable<FoundCluster>,
    options: KubeconfigOptions,
    adopt: Adopt = target => target,
  ) {
    this.type = type;
    this.title = title;
    this.#hub = hub;
    this.#followed = followed;
    this.#found = found;
    this.#options = options;
    this.#adopt = adopt;
  }

  start(changed: () => void): void {
    this.#hub.start(changed);
  }

  get problem(): string | undefined {
    return this.#hub.problem ?? this.#followed.find(({ problem }) => problem !== undefined)?.problem;
  }

  state(): SourceState | undefined {
    if (this.#followed.some(({ all }) => all === undefined)) return undefined;
    const problems = this.#followed.flatMap(({ tooMuch }) =>
      tooMuch === undefined ? [] : [{ origin: '', cause: 'TOO_MANY' as const, message: tooMuch }],
    );
    const candidates = byAge([...this.#found()]).map(found => this.#candidate(found));
    return { candidates, problems, isPartial: problems.length > 0 };
  }

  close(): Promise<void> {
    return this.#hub.close();
  }

  #candidate(found: FoundCluster): Candidate {
    const { called: name, namespace, labels, kubeconfig, missing, group, isSpare = false } = found;
    const { policy, allow, commands } = this.#options;
    const origin = originOf(found);
    return {
      ...policy,
      ...{ name, otherwise: `${namespace}/${name}`, labels, origin, fingerprint: kubeconfig?.fingerprint ?? '' },
      ...(!kubeconfig && { missing }),
      ...(group !== undefined && { group, isSpare }),
      target: async cluster => {
        if (!kubeconfig) throw new KubeconfigError(missing);
        const read = kubeconfig.read(origin);
        const options = { source: origin, cluster, allow, commands };
        return this.#adopt(
          await (typeof read === 'string' ? untrustedTarget(read, options) : targetOf(read, options)),
          found,
        );
      },
    };
  }
}

function originOf({ kind, namespace, name }: ObjectFacts): string {
  return `${kind} ${namespace}/${name}`;
}

function byAge(all: readonly FoundCluster[]): FoundCluster[] {
  const age = ({ createdAt, namespace, name }: FoundCluster) => `${createdAt} ${namespace}/${name}`;
  return all
    .map(found => ({ found, age: age(found) }))
    .sort((a, b) => (a.age < b.age ? -1 : 1))
    .map(({ found }) => found);
}
