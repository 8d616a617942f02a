/**
 * Authenticates bearer tokens by asking a cluster (TokenReview). The cluster is a management cluster that knows all
 * users of the fleet, or a leaf that knows its own ServiceAccounts. Answers are cached by the token's hash, and renewed
 * in the background. After several consecutive failures, requests to the cluster pause.
 *
 * The first attacker sends many invented tokens. The number of concurrent reviews is limited, client addresses take
 * turns, and refusals are cached. Renewals of known tokens have separate slots. The second attacker is the
 * administrator of a leaf, who controls its answers. With `users: serviceAccounts`, the leaf gets only tokens that name
 * a ServiceAccount. It may name only ServiceAccounts, whose names have no rights elsewhere (identity.ts). What remains:
 * with `users: all`, a cluster may name any user, so the whole fleet must trust this cluster.
 */
import { decodeJwt, type JWTPayload } from 'jose';
import { LRUCache } from 'lru-cache';
import { hash } from 'node:crypto';
import { Backoff } from '../async/backoff.ts';
import { startDeadline } from '../async/deadline.ts';
import { FairGate, GateFull } from '../async/fair-gate.ts';
import type { ClusterRegistry } from '../clusters/registry.ts';
import { KubernetesError } from '../kubernetes/errors.ts';
import type { Logger } from '../telemetry/log.ts';
import {
  type AcceptanceRules,
  acceptIdentity,
  AuthenticationUnavailableError,
  type Authenticator,
  BadCredentialsError,
  bearerToken,
  bytesOf,
  type ClaimedIdentity,
  type Naming,
  UnknownCredentialsError,
} from './authenticator.ts';
import { clusterName, serviceAccountGroups, serviceAccountOf, callerKey, type Identity } from './identity.ts';

export interface TokenReviewOptions {
  readonly registry: Pick<ClusterRegistry, 'get'>;
  readonly cluster: string;
  /** Accepted audiences. A token must have at least one of them. @default the audiences of the cluster's API server */
  readonly audiences?: readonly string[];
  /** Users whom the cluster may name. @default 'all' */
  readonly users?: 'all' | 'serviceAccounts';
  /** Only tokens with this `iss` are sent to the cluster. @default every token */
  readonly issuer?: string | undefined;
  /** Maximum time for which an accepted token is cached, in milliseconds. @default 2 minutes */
  readonly cacheForMs?: number;
  /** Maximum time to wait for an answer, in milliseconds. @default 5 s */
  readonly timeoutMs?: number;
  readonly log: Logger;
  /** Returns milliseconds since the epoch. @default Date.now */
  readonly now?: () => number;
}

/** Maximum size of the known tokens in the cache, in approximate bytes. */
const MAX_KNOWN_BYTES = 64 * 1024 * 1024;
/**
 * Maximum number of refused tokens in the cache. It is a separate cache, so that invented tokens do not evict known
 * tokens.
 */
const MAX_REFUSED = 10_000;
/** Time in milliseconds for which a refusal is cached. It is short, since a new token may become known soon. */
const REFUSED_FOR_MS = 10_000;
const MAX_AT_ONCE = 16;
const MAX_WAITING = 256;
/** Maximum number of known tokens that are renewed concurrently. */
const MAX_RENEWED_AT_ONCE = 4;
/** Part of the cache time after which a request renews the answer. */
const FRESH_PART = 3 / 4;
/** Minimum time in milliseconds between two attempts to renew a token. */
const RENEW_AGAIN_MS = 5_000;
const FAILURES_TO_PAUSE = 3;
const MAX_BYTES = 256 * 1024;

interface Known {
  readonly identity: Identity;
  readonly until: number;
  /** Time from which a request renews the answer, in milliseconds since the epoch. */
  renewAt: number;
}

interface Refused {
  readonly refusal: string;
  readonly until: number;
}

type Answer = Known | Refused;

export function tokenReviews(options: TokenReviewOptions, rules: AcceptanceRules = {}): Authenticator {
  const { cluster, users = 'all', issuer, timeoutMs = 5_000, now = Date.now } = options;
  const known = new LRUCache<string, Known>({
    maxSize: MAX_KNOWN_BYTES,
    sizeCalculation: ({ identity }) => bytesOf(identity),
  });
  const refused = new LRUCache<string, Refused>({ max: MAX_REFUSED });
  const asking = new Map<string, Promise<Answer>>();
  const strangers = new FairGate({ slots: MAX_AT_ONCE, waitingPerCaller: MAX_WAITING });
  const renewals = new FairGate({ slots: MAX_RENEWED_AT_ONCE, waitingPerCaller: MAX_WAITING });
  const health = new Health(options.log.child({ cluster }), now);

  const inTurn = async (
    token: string,
    claims: JWTPayload | undefined,
    slots: FairGate,
    whose: string,
  ): Promise<Answer> => {
    using patience = startDeadline(undefined, timeoutMs);
    try {
      using _slot = await slots.enter(whose, patience.signal);
      health.refuseWhilePaused();
      return await health.of(review(token, claims, options, rules));
    } catch (error) {
      if (error instanceof GateFull || error === patience.signal.reason) throw notNow(1);
      throw error;
    }
  };
  const ask = (
    token: string,
    key: string,
    claims: JWTPayload | undefined,
    slots: FairGate,
    whose: string,
  ): Promise<Answer> => {
    let requested = asking.get(key);
    if (!requested) {
      const keep = (answer: Answer): Answer => {
        known.delete(key);
        if ('identity' in answer) known.set(key, answer);
        else refused.set(key, answer);
        return answer;
      };
      requested = inTurn(token, claims, slots, whose)
        .then(keep)
        .finally(() => asking.delete(key));
      asking.set(key, requested);
    }
    return requested;
  };
  return {
    type: 'tokenReview',
    async authenticate({ rawHeaders, remoteAddress = '', clientAddress = remoteAddress }) {
      const token = bearerToken(rawHeaders);
      if (token === undefined) return undefined;
      const key = hash('sha256', token, 'base64url');
      const held = known.get(key);
      if (held && now() < held.until) {
        if (now() >= held.renewAt) {
          held.renewAt = now() + RENEW_AGAIN_MS;
          // If the renewal fails, the earlier answer stays valid until the end of its lifetime.
          ask(token, key, claimsOf(token), renewals, callerKey(held.identity)).catch(() => undefined);
        }
        return held.identity;
      }
      let answer: Answer | undefined = refused.get(key);
      if (!answer || now() >= answer.until) {
        const claims = claimsOf(token);
        const isRequested =
          (issuer === undefined || claims?.iss === issuer) && (users === 'all' || isServiceAccount(claims?.sub));
        if (!isRequested) throw new UnknownCredentialsError('The bearer token is not known here.');
        health.refuseWhilePaused();
        answer = await ask(token, key, claims, strangers, clientAddress);
      }
      if ('identity' in answer) return answer.identity;
      // A token belongs to this cluster for certain only if `issuer` is set. Otherwise another cluster may know it.
      if (issuer !== undefined) throw new BadCredentialsError(answer.refusal, 'rejected');
      throw new UnknownCredentialsError(answer.refusal);
    },
  };
}

async function review(
  token: string,
  claims: JWTPayload | undefined,
  options: TokenReviewOptions,
  rules: AcceptanceRules,
): Promise<Answer> {
  const { registry, cluster, audiences = [], cacheForMs = 120_000, timeoutMs = 5_000, now = Date.now } = options;
  const client = registry.get(cluster)?.client;
  if (!client) throw new KubernetesError('UNREACHABLE', `${cluster} is not registered`, { cluster });
  const answer = await client.request<{ status?: unknown }>('/apis/authentication.k8s.io/v1/tokenreviews', {
    as: { type: 'self' },
    method: 'POST',
    body: {
      apiVersion: 'authentication.k8s.io/v1',
      kind: 'TokenReview',
      spec: { token, ...(audiences.length > 0 && { audiences }) },
    },
    timeoutMs,
    maxBytes: MAX_BYTES,
  });
  const refused = (refusal: string): Answer => ({ refusal, until: now() + REFUSED_FOR_MS });
  const status = (answer?.status ?? {}) as { authenticated?: unknown; audiences?: unknown; user?: unknown };
  if (status.authenticated !== true) return refused('The bearer token is not known here.');
  // An API server that does not support audiences omits them, and has not checked them.
  const accepted = Array.isArray(status.audiences) ? status.audiences : [];
  if (audiences.length > 0 && !audiences.some(audience => accepted.includes(audience)))
    return refused('The bearer token is not for this service.');
  const claim = claimOf(status.user, options);
  if (typeof claim === 'string') return refused(claim);
  const expiresAt = typeof claims?.exp === 'number' ? claims.exp * 1_000 : undefined;
  try {
    const expiry = expiresAt !== undefined && { expiresAt };
    const identity = acceptIdentity({ ...claim, token, ...expiry }, rules, namingOf(claim.user, options, rules));
    const until = Math.min(now() + cacheForMs, expiresAt ?? Infinity);
    return { identity, until, renewAt: now() + FRESH_PART * cacheForMs };
  } catch (error) {
    if (!(error instanceof BadCredentialsError)) throw error;
    return refused(error.message);
  }
}

/**
 * The claim about the user whom the cluster names, or the reason why there is none. UID and extra fields are dropped,
 * since fleetgraph would need the right to impersonate each of them.
 */
function claimOf(user: unknown, { users = 'all' }: TokenReviewOptions): ClaimedIdentity | string {
  const { username, groups = [] } = (user ?? {}) as { username?: unknown; groups?: unknown };
  if (typeof username !== 'string' || !Array.isArray(groups) || !groups.every(group => typeof group === 'string'))
    return 'The cluster that knows the token does not say whose it is.';
  if (users === 'serviceAccounts' && !isServiceAccount(username)) return 'The token is not that of a ServiceAccount.';
  if (username === 'system:anonymous' || groups.includes('system:unauthenticated')) return 'The token is nobody’s.';
  return { user: username, groups };
}

/**
 * Names that Kubernetes itself uses on the cluster (`system:…`) become names that only this cluster knows. If `users`
 * is 'serviceAccounts', this holds for all names.
 */
function namingOf(
  username: string,
  { cluster, users = 'all' }: TokenReviewOptions,
  { allowSystemMasters }: AcceptanceRules,
): Naming {
  const local = (name: string) =>
    name.startsWith('system:') || users === 'serviceAccounts' ? clusterName(cluster, name) : name;
  const implied = [
    'system:authenticated',
    ...serviceAccountGroups(username),
    ...(allowSystemMasters ? [] : ['system:masters']),
  ];
  return { cluster, user: local, group: group => (implied.includes(group) ? undefined : local(group)) };
}

/** Reads the claims of a token that has not been verified yet. Undefined if the token is not a JWT. */
function claimsOf(token: string): JWTPayload | undefined {
  try {
    return decodeJwt(token);
  } catch {
    return undefined;
  }
}

function isServiceAccount(name: unknown): boolean {
  return typeof name === 'string' && serviceAccountOf(name) !== undefined;
}

/**
 * Tracks whether the cluster responds. After FAILURES_TO_PAUSE consecutive failures, requests are paused. After the
 * pause, one review decides whether to continue.
 */
class Health {
  readonly #log: Logger;
  readonly #now: () => number;
  readonly #backoff = new Backoff({ firstMs: 2_000, maxMs: 30_000 });
  #failures = 0;
  #pausedUntil = 0;

  constructor(log: Logger, now: () => number) {
    this.#log = log;
    this.#now = now;
  }

  /** @throws AuthenticationUnavailableError */
  refuseWhilePaused(): void {
    const waitMs = this.#pausedUntil - this.#now();
    if (waitMs > 0) throw notNow(Math.ceil(waitMs / 1_000));
  }

  async of<T>(question: Promise<T>): Promise<T> {
    // If the cluster has failed several times, other callers do not wait for this review, but are refused.
    if (this.#failures >= FAILURES_TO_PAUSE) this.#pausedUntil = this.#now() + this.#backoff.next();
    try {
      const answer = await question;
      this.#failures = 0;
      this.#pausedUntil = 0;
      this.#backoff.reset();
      return answer;
    } catch (error) {
      if (!(error instanceof KubernetesError)) throw error;
      if (!FAULTS.has(error.code)) throw notNow(5);
      this.#failures++;
      if (this.#failures === FAILURES_TO_PAUSE) this.#pausedUntil = this.#now() + this.#backoff.next();
      this.#log.warn({ code: error.code, err: error }, HINTS[error.code] ?? 'the cluster cannot be asked about tokens');
      throw notNow(error.retryAfterSeconds ?? 5);
    }
  }
}

/** Errors caused by the cluster or by fleetgraph's account on it. Other errors may be caused by a token. */
const FAULTS: ReadonlySet<KubernetesError['code']> = new Set([
  ...([
    'UNREACHABLE',
    'TLS',
    'TIMEOUT',
    'SERVER_ERROR',
    'THROTTLED',
    'UNAUTHORIZED',
    'FORBIDDEN',
    'NOT_FOUND',
  ] as const),
]);

const HINTS: Partial<Record<KubernetesError['code'], string>> = {
  FORBIDDEN:
    'the cluster does not let fleetgraph ask about tokens: apply what `fleetgraph prepare-cluster --token-reviews` prints',
};

function notNow(retryAfterSeconds: number): AuthenticationUnavailableError {
  return new AuthenticationUnavailableError(
    'The token cannot be checked now: the cluster that knows it does not answer. Try again soon.',
    {
      retryAfterSeconds,
      isOwn: false,
    },
  );
}
