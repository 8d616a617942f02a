/**
 * Finds settings with which `serve` can start, but which are mistakes or unsafe in the long run. Examples are
 * misspelled environment variables, guessable secrets while other machines can reach the process, and a leaf whose
 * connection an attacker in the network can read or change. `serve` logs each warning once at its start. Warnings do
 * not stop `serve`, because such settings are fine for a short trial on one machine.
 */
import { misspelledVariables } from '../../config/environment.ts';
import { isLoopback } from '../../config/loopback.ts';
import type { Config } from '../../config/schema.ts';
import type { Registration } from '../../clusters/registry.ts';
import { UsageError } from '../usage-error.ts';

export interface StartWarning {
  /** Key of the configuration or of a kubeconfig, or name of the environment variable. */
  readonly key: string;
  readonly message: string;
}

/**
 * Minimum length in characters and minimum entropy in bits of a secret. Attempts are not limited, so only the number
 * of possible secrets prevents guessing.
 */
const SHORTEST_SECRET = 16;
const FEWEST_BITS = 40;
const MAX_NAMED = 5;

export function startWarnings(
  config: Pick<Config, 'server' | 'roles' | 'authentication' | 'identity' | 'clusters' | 'clusterSources' | 'rbac'>,
  registrations: readonly Pick<Registration, 'name' | 'target'>[],
  env: Readonly<Record<string, string | undefined>>,
): StartWarning[] {
  const reachable = config.roles.includes('gateway') && !isLoopback(config.server.host);
  const misspelled = misspelledVariables(env).map(({ name, meant }) => ({
    key: name,
    message: `fleetgraph does not know this variable and ignores it. Did you mean ${meant}?`,
  }));
  return [
    ...misspelled,
    ...(reachable ? weakSecrets(config, env) : []),
    ...lostMasters(config),
    ...(config.roles.includes('gateway') ? withoutToken(config) : []),
    ...openLeaves(registrations),
    ...rareReports(config),
  ];
}

/** Warns about report intervals that are so long that one lost report closes the cluster. */
function rareReports({ clusters, rbac: { maxAge } }: Pick<Config, 'clusters' | 'rbac'>): StartWarning[] {
  return clusters.flatMap(({ push }, i) =>
    push && 2 * push.interval > maxAge
      ? [
          {
            key: `clusters[${i}].push.interval`,
            message: `Rights count for ${maxAge / 1_000} s after a report (rbac.maxAge), so one lost report closes the cluster. Set an interval of at most half of that.`,
          },
        ]
      : [],
  );
}

/**
 * Refuses a gateway that other machines can reach, if no authentication is configured.
 * @throws UsageError
 */
export function checkAddress({
  server: { host },
  roles,
  authentication,
}: Pick<Config, 'server' | 'roles' | 'authentication'>): void {
  if (authentication.length > 0 || isLoopback(host) || !roles.includes('gateway')) return;
  throw new UsageError(
    `server.host is ${host}, which other machines can reach, but authentication is not configured. Configure authentication, or listen on 127.0.0.1.`,
  );
}

/** Reason why the secret is easy to guess. Undefined if none was found. The text never contains the secret. */
export function weaknessOf(secret: string): string | undefined {
  if (/change[-_ ]?me/i.test(secret)) return 'is an example';
  if (secret.length < SHORTEST_SECRET) return `has fewer than ${SHORTEST_SECRET} characters`;
  return bitsOf(secret) < FEWEST_BITS ? 'repeats few characters' : undefined;
}

/** Shannon entropy of the secret in bits, as if each character were independent. */
function bitsOf(secret: string): number {
  const counts = Map.groupBy(secret, character => character);
  return [...counts.values()].reduce((bits, { length }) => bits - length * Math.log2(length / secret.length), 0);
}

function weakSecrets(
  { server, authentication }: Pick<Config, 'server' | 'authentication'>,
  env: Readonly<Record<string, string | undefined>>,
) {
  const others = `and other machines can reach ${server.host}`;
  const wayOut = 'Use random secrets (openssl rand -base64 24), or listen on 127.0.0.1';
  return authentication.flatMap((entry, i): StartWarning[] => {
    if (entry.type === 'header') {
      if (!entry.sharedSecret) return [];
      const weakness = weaknessOf(env[entry.sharedSecret.env] ?? '');
      const key = `authentication[${i}].sharedSecret.env`;
      if (weakness === undefined) return [];
      return [
        {
          key,
          message: `The secret in ${entry.sharedSecret.env} ${weakness}, ${others}: anyone who guesses it can act as any user. ${wayOut}.`,
        },
      ];
    }
    if (entry.type !== 'static') return [];
    const weak = entry.tokens.flatMap(({ token, user }) => {
      const weakness = weaknessOf(token);
      return weakness === undefined ? [] : [{ user, weakness }];
    });
    return [...Map.groupBy(weak, ({ weakness }) => weakness)].map(([weakness, some]) => ({
      key: `authentication[${i}].tokens`,
      message: `The token of ${listed(some.map(({ user }) => user))} ${weakness}, ${others}. ${wayOut}.`,
    }));
  });
}

function lostMasters({ authentication, identity }: Pick<Config, 'authentication' | 'identity'>): StartWarning[] {
  if (identity.allowSystemMasters) return [];
  return authentication.flatMap((entry, i): StartWarning[] => {
    const users = entry.type === 'static' ? entry.tokens.filter(({ groups }) => groups.includes('system:masters')) : [];
    if (users.length === 0) return [];
    const message = `fleetgraph removes the group system:masters from ${listed(users.map(({ user }) => user))}, because RBAC cannot restrict it. Use a group with RBAC bindings, or set identity.allowSystemMasters.`;
    return [{ key: `authentication[${i}].tokens`, message }];
  });
}

/**
 * Warns about clusters of mode passthrough if no authenticator provides a caller's token that may be sent to clusters.
 */
function withoutToken({
  authentication,
  clusters,
  clusterSources,
}: Pick<Config, 'authentication' | 'clusters' | 'clusterSources'>): StartWarning[] {
  const isForwarding = authentication.some(
    entry =>
      entry.type === 'oidc' ||
      entry.type === 'tokenReview' ||
      (entry.type === 'static' && entry.tokens.some(({ forward }) => forward)),
  );
  if (isForwarding) return [];
  const message =
    'With identity.mode passthrough, live details need a token of the caller that the cluster accepts, but no authenticator provides one. Add authentication of type oidc or tokenReview, or a static token with forward: true.';
  const passes = ({ identity }: { identity: { mode: string } }) => identity.mode === 'passthrough';
  return [
    ...clusters.flatMap((cluster, i) => (passes(cluster) ? [{ key: `clusters[${i}].identity.mode`, message }] : [])),
    ...clusterSources.flatMap((source, i) =>
      passes(source) ? [{ key: `clusterSources[${i}].identity.mode`, message }] : [],
    ),
  ];
}

function openLeaves(registrations: readonly Pick<Registration, 'name' | 'target'>[]): StartWarning[] {
  const plain = (target: Registration['target']) => target !== undefined && new URL(target.server).protocol === 'http:';
  const inClear = registrations.filter(
    ({ target }) => target && plain(target) && !isLoopback(new URL(target.server).hostname),
  );
  const unproven = registrations.filter(({ target }) => target?.tls?.insecure === true && !plain(target));
  const names = (some: typeof registrations) => listed(some.map(({ name }) => name));
  return [
    ...(inClear.length > 0
      ? [
          {
            key: 'server',
            message: `The kubeconfig of cluster ${names(inClear)} has an http:// server: attackers in the network can read and change tokens and responses. Use https://.`,
          },
        ]
      : []),
    ...(unproven.length > 0
      ? [
          {
            key: 'insecure-skip-tls-verify',
            message: `The kubeconfig of cluster ${names(unproven)} trusts any certificate: an attacker in the network can steal fleetgraph's token and forge responses. Set certificate-authority-data to the cluster's authority instead.`,
          },
        ]
      : []),
  ];
}

function listed(names: readonly string[]): string {
  const quoted = names
    .slice(0, MAX_NAMED)
    .map(name => JSON.stringify(name))
    .join(', ');
  return names.length > MAX_NAMED ? `${quoted} and ${names.length - MAX_NAMED} more` : quoted;
}
