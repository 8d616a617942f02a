/**
 * Identity of the owner, the user who started this process, on each cluster. Without configured authentication the
 * owner is the only caller. Each context of the kubeconfig may have another user, such as admin on one cluster and
 * arn:aws:… on another. Each cluster reports its user (SelfSubjectReview). The owner acts on the cluster as this user,
 * without impersonation. The owner sees nothing of a cluster that has not answered.
 *
 * The class also reads the UID of the namespace kube-system. Two addresses with an equal UID are the same cluster.
 */
import { setTimeout as sleep } from 'node:timers/promises';
import { Backoff } from '../../async/backoff.ts';
import { startDeadline, raced } from '../../async/deadline.ts';
import type { ClusterRegistry, Registration } from '../../clusters/registry.ts';
import type { Authenticator } from '../../identity/authenticator.ts';
import { staticTokens } from '../../identity/static-tokens.ts';
import type { KubernetesClient } from '../../kubernetes/client.ts';
import type { Logger } from '../../telemetry/log.ts';
import { messageOf } from '../../kubernetes/errors.ts';

const TIMEOUT_MS = 5_000;
const MAX_NAMED = 5;

export class Owner {
  readonly #registry: ClusterRegistry;
  readonly #log: Logger;
  readonly #closing = new AbortController();
  /** Promises by cluster. Each resolves after the first answer or failure of the cluster. */
  readonly #requested = new Map<string, Promise<unknown>>();
  readonly #uids = new Map<string, string>();
  readonly #unsubscribe: () => void;

  constructor(registry: ClusterRegistry, log: Logger) {
    this.#registry = registry;
    this.#log = log;
    const ask = (registration: Registration) => {
      if (registration.identity.owner) return;
      const first = Promise.withResolvers<void>();
      this.#requested.set(registration.name, first.promise);
      void this.#ask(registration, first.resolve);
    };
    this.#unsubscribe = registry.subscribe({
      added: ask,
      replaced: ask,
      removed: ({ name }) => {
        this.#requested.delete(name);
        this.#uids.delete(name);
      },
    });
  }

  /** Authenticates the owner, the only caller of this process, by a token. */
  authenticator(token: string): Authenticator {
    const known = staticTokens([{ token, user: 'fleetgraph:owner' }]);
    return {
      authenticate: async request => {
        const identity = await known.authenticate(request);
        return identity && { ...identity, isOwner: true };
      },
    };
  }

  /**
   * Describes the owner's identity on each cluster. Resolves when every cluster has answered or failed once, or after
   * `withinMs` milliseconds.
   */
  async summary(withinMs: number): Promise<string> {
    using patience = startDeadline(undefined, withinMs);
    // After the deadline the summary contains the answers so far.
    await raced(Promise.all(this.#requested.values()), patience.signal).catch(() => undefined);
    const byUser = Map.groupBy(this.#registry.list(), ({ identity }) => identity.owner?.user);
    const unknown = byUser.get(undefined) ?? [];
    byUser.delete(undefined);
    const on = (user: string | undefined, some: readonly Registration[]) =>
      `${user} on ${listed(some.map(({ name }) => name))}`;
    const known = [...byUser].map(([user, some]) =>
      byUser.size === 1 && unknown.length === 0 ? String(user) : on(user, some),
    );
    const parts = [known.length > 0 ? `you are ${known.join('; ')}` : 'no cluster has said yet who you are'];
    if (known.length > 0 && unknown.length > 0)
      parts.push(`not known yet on ${listed(unknown.map(({ name }) => name))}`);
    return parts.join('; ');
  }

  close(): void {
    this.#unsubscribe();
    this.#closing.abort();
  }

  async #ask(requested: Registration, answered: () => void): Promise<void> {
    const { name, client } = requested;
    const { signal } = this.#closing;
    const backoff = new Backoff({ firstMs: 1_000, maxMs: 30_000 });
    // The loop ends after an answer, or if the registration was replaced. The new registration has its own loop.
    while (!signal.aborted && this.#registry.get(name) === requested) {
      try {
        const owner = await ownerOf(client, signal);
        if (this.#registry.get(name) !== requested) break;
        this.#log.info({ cluster: name, user: owner.user }, 'you are this user on the cluster');
        await this.#registry.replace({ ...requested, identity: { ...requested.identity, owner } });
        this.#compare(name, await uidOf(client, signal));
        break;
      } catch (error) {
        if (signal.aborted) break;
        this.#log.debug({ cluster: name, reason: messageOf(error) }, 'the cluster does not say who you are');
        answered();
        await sleep(backoff.next(), undefined, { signal, ref: false }).catch(() => undefined);
      }
    }
    answered();
  }

  #compare(name: string, uid: string | undefined): void {
    if (uid === undefined || !this.#registry.get(name)) return;
    const others = [...this.#uids].filter(([, other]) => other === uid).map(([cluster]) => cluster);
    this.#uids.set(name, uid);
    if (others.length > 0)
      this.#log.warn(
        { clusters: [...others, name] },
        'these are one cluster, and one of them is collected; choose it with --context, or set duplicates: allow',
      );
  }
}

async function ownerOf(client: KubernetesClient, signal: AbortSignal): Promise<{ user: string; groups: string[] }> {
  const review = await client.request<{ status?: { userInfo?: { username?: unknown; groups?: unknown } } }>(
    '/apis/authentication.k8s.io/v1/selfsubjectreviews',
    {
      as: { type: 'self' },
      method: 'POST',
      body: { apiVersion: 'authentication.k8s.io/v1', kind: 'SelfSubjectReview' },
      timeoutMs: TIMEOUT_MS,
      signal,
    },
  );
  const { username, groups } = review.status?.userInfo ?? {};
  if (typeof username !== 'string' || username === '') throw new Error('the answer names no user');
  const named: unknown[] = Array.isArray(groups) ? groups : [];
  return {
    user: username,
    groups: named.filter(group => typeof group === 'string' && group !== 'system:authenticated') as string[],
  };
}

/** Returns undefined if the UID cannot be read, for example without the right to read it. */
async function uidOf(client: KubernetesClient, signal: AbortSignal): Promise<string | undefined> {
  const namespace = await client
    .request<{ metadata?: { uid?: unknown } }>('/api/v1/namespaces/kube-system', {
      as: { type: 'self' },
      timeoutMs: TIMEOUT_MS,
      signal,
    })
    .catch(() => undefined);
  const uid = namespace?.metadata?.uid;
  return typeof uid === 'string' && uid !== '' ? uid : undefined;
}

function listed(names: readonly string[]): string {
  const shown = names.slice(0, MAX_NAMED).join(', ');
  return names.length > MAX_NAMED ? `${shown} and ${names.length - MAX_NAMED} more` : shown;
}
