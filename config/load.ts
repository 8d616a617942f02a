/**
 * Reads the configuration. Flags override the environment, and the environment overrides the file. All errors that
 * the schema finds are reported together. Checks that involve several keys run only if the schema finds no error.
 */
import { readFileSync } from 'node:fs';
import { dirname, resolve } from 'node:path';
import { parseDocument, type Document, type YAMLParseError } from 'yaml';
import type { z } from 'zod';
import { isOnHub } from '../clusters/sources/registry.ts';
import { environmentName } from './environment-name.ts';
import { environmentPaths, isList } from './environment.ts';
import { isPrivate } from './loopback.ts';
import { explain } from './problems.ts';
import { configSchema, type ClusterConfig, type Config, type SubgraphConfig } from './schema.ts';

export class ConfigError extends Error {
  override name = 'ConfigError';
}

export interface ConfigSources {
  /** Path of the file. @default the value of FLEETGRAPH_CONFIG in `env` */
  readonly file?: string;
  readonly env: Readonly<Record<string, string | undefined>>;
  /** Values of command-line flags, in the structure of the file. */
  readonly flags?: Record<string, unknown>;
  readonly cwd: string;
  /** Called with the path of a file that sets no key, such as an empty file. */
  readonly onEmptyFile?: (path: string) => void;
}

/** @throws ConfigError */
export function loadConfig({ file, env, flags = {}, cwd, onEmptyFile }: ConfigSources): Config {
  const named = file ?? env[environmentName(['config'])];
  const path = named === undefined ? undefined : resolve(cwd, named);
  const written = path === undefined ? {} : readYamlFile(path);
  if (path !== undefined && Object.keys(written).length === 0) onEmptyFile?.(path);
  const environment = fromEnvironment(env);
  const merged = merge(merge(written, environment), flags);
  const result = configSchema.safeParse(merged);
  if (!result.success)
    throw unusable(
      path,
      result.error.issues.flatMap(issue =>
        explain(issue, valueAt(merged, issue.path)).map(line => `${line}${originOf(issue, environment)}`),
      ),
    );
  const config = result.data;
  try {
    check(config);
  } catch (error) {
    throw error instanceof ConfigError ? unusable(path, error.message.split('\n')) : error;
  }
  return absolutePaths(config, path ? dirname(path) : cwd);
}

function unusable(path: string | undefined, lines: readonly string[]): ConfigError {
  return new ConfigError(
    [`The configuration${path ? ` ${path}` : ''} cannot be used:`, ...lines.map(line => `  ${line}`)].join('\n'),
  );
}

function readYamlFile(path: string): Record<string, unknown> {
  let text: string;
  try {
    text = readFileSync(path, 'utf8');
  } catch (error) {
    throw new ConfigError(
      `The configuration file ${path} cannot be read: ${(error as NodeJS.ErrnoException).code === 'ENOENT' ? 'there is no such file' : (error as Error).message}. Name another with --config.`,
    );
  }
  const document = parseDocument(text, { logLevel: 'error' }); // Hide the parser's warnings, since they quote keys.
  const [problem] = document.errors;
  if (problem) throw new ConfigError(`The configuration file ${path} is not YAML: ${wordsOf(problem)}`);
  const value = valueOf(document, path);
  if (value === null) return {};
  if (typeof value !== 'object' || Array.isArray(value))
    throw new ConfigError(
      `The configuration file ${path} must hold a mapping, such as "server: { port: 4000 }"; it holds ${Array.isArray(value) ? 'a list' : `a ${typeof value}`}.`,
    );
  return value as Record<string, unknown>;
}

/**
 * Problem of a YAML text and its position. Uses only the beginning of the parser's message, since the rest quotes the
 * line, which may contain a token.
 */
function wordsOf({ message, linePos }: YAMLParseError): string {
  const [words = ''] = message.split(/ at line |[:"\n]/, 1);
  const [at] = linePos ?? [];
  return at ? `${words} at line ${at.line}, column ${at.col}` : words;
}

function valueOf(document: Document, path: string): unknown {
  try {
    return document.toJS({ maxAliasCount: 100 });
  } catch {
    throw new ConfigError(
      `The configuration file ${path} is not YAML: an alias (*name) has no anchor (&name), or there are too many.`,
    );
  }
}

function fromEnvironment(env: ConfigSources['env']): Record<string, unknown> {
  const result: Record<string, unknown> = {};
  for (const path of environmentPaths()) {
    const name = environmentName(path);
    const text = env[name];
    if (text === undefined || text === '') continue;
    const document = parseDocument(text, { logLevel: 'error' });
    if (document.errors[0]) throw new ConfigError(`${name} is not a YAML value: ${wordsOf(document.errors[0])}`);
    let target = result;
    for (const key of path.slice(0, -1)) target = (target[key] ??= {}) as Record<string, unknown>;
    const value = document.toJS() as unknown;
    target[path.at(-1) as string] = typeof value === 'string' && isList(path) ? value.split(/[\s,]+/) : value;
  }
  return result;
}

function valueAt(value: unknown, path: readonly PropertyKey[]): unknown {
  return path.reduce(
    (at, key) => (typeof at === 'object' && at !== null ? (at as Record<PropertyKey, unknown>)[key] : undefined),
    value,
  );
}

function merge(below: Record<string, unknown>, above: Record<string, unknown>): Record<string, unknown> {
  const result = { ...below };
  for (const [key, value] of Object.entries(above)) {
    if (value === undefined) continue;
    const old = result[key];
    result[key] = isMapping(old) && isMapping(value) ? merge(old, value) : value;
  }
  return result;
}

const isMapping = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/**
 * Part of an error message that names the environment variable of the wrong key. Empty if no variable sets this key.
 */
function originOf({ path }: z.core.$ZodIssue, environment: Record<string, unknown>): string {
  const [section, key] = path.map(String);
  const given = section === undefined ? undefined : environment[section];
  if (given === undefined) return '';
  if (key !== undefined && isMapping(given) && key in given)
    return ` (from ${environmentName([section as string, key])})`;
  return isMapping(given) ? '' : ` (from ${environmentName([section as string])})`;
}

/** Checks conditions that involve several keys. */
function check(config: Config): void {
  const seen = new Set<string>();
  config.clusters.forEach(({ name }, index) => {
    if (seen.has(name))
      throw new ConfigError(
        `clusters[${index}].name: "${name}" is taken by an earlier cluster. Names must be unique; rename one of the two.`,
      );
    seen.add(name);
  });
  if (config.store.type === 'memory' && config.roles.length < 2) {
    throw new ConfigError(
      `roles: a process that is only a ${config.roles[0]} needs a shared store, but store.type is memory. Set store to { type: redis, url: redis://… }, or remove roles.`,
    );
  }
  if (config.store.type === 'memory' && !config.roles.includes('collector')) {
    throw new ConfigError(
      `roles: a process without the role collector needs a shared store, but store.type is memory. Set store to { type: redis, url: redis://… }, or add collector.`,
    );
  }
  if (config.roles.includes('mover') && !config.placement.mover.enabled) {
    throw new ConfigError(
      'roles: the role mover needs placement.mover.enabled, which is false. Set it to true once the hubs have its rights (fleetgraph prepare-cluster --placement-mover), or remove the role.',
    );
  }
  if (
    config.store.type === 'redis' &&
    [config.store.url, config.store.cluster, config.store.sentinel].filter(Boolean).length !== 1
  ) {
    throw new ConfigError('store: set exactly one of url, cluster and sentinel.');
  }
  if (config.store.type === 'redis' && config.store.tls && !config.store.tls.certFile !== !config.store.tls.keyFile) {
    throw new ConfigError('store.tls: set both certFile and keyFile, or neither.');
  }
  if (config.log.requests && !['info', 'debug'].includes(config.log.level)) {
    throw new ConfigError(
      `log.requests: request lines have level info, but log.level is ${config.log.level}. Set log.level to info.`,
    );
  }
  checkSubgraphs(config);
  checkPrometheus(config);
  checkSignIn(config);
  checkProxies(config);
  checkTokenReviews(config);
  checkAdministrators(config);
  checkUndialled(config);
  const tokens = new Set<string>();
  for (const authenticator of config.authentication) {
    if (authenticator.type !== 'static') continue;
    for (const { token, user } of authenticator.tokens) {
      if (tokens.has(token))
        throw new ConfigError(
          `authentication: the token of user "${user}" is listed twice. Give each user a different token.`,
        );
      tokens.add(token);
    }
  }
}

function checkProxies({ server, authentication }: Config): void {
  authentication.forEach((entry, index) => {
    if (entry.type !== 'header') return;
    if (!entry.sharedSecret && !entry.clientCertificate)
      throw new ConfigError(
        `authentication[${index}]: any client can send the header ${entry.userHeader}. Set sharedSecret to a secret that only your proxy knows, or set clientCertificate.`,
      );
    if (entry.clientCertificate && server.tls?.clientCaFile === undefined)
      throw new ConfigError(
        `authentication[${index}].clientCertificate: the server does not request client certificates. Set server.tls.clientCaFile to a file with their authorities.`,
      );
  });
}

/**
 * If a cluster source is on a hub, checks that `clusters` contains each cluster whose token reviews may name any user
 * (`users: all`). Otherwise a writer of registrations could register the cluster that authenticates all callers.
 */
function checkTokenReviews({ clusters, clusterSources, authentication }: Config): void {
  if (!clusterSources.some(({ type }) => isOnHub(type))) return;
  authentication.forEach((entry, index) => {
    if (entry.type !== 'tokenReview' || entry.users !== 'all' || clusters.some(({ name }) => name === entry.cluster))
      return;
    throw new ConfigError(
      `authentication[${index}].cluster: "${entry.cluster}" may name any user, but clusters does not list it. Anyone who may write registrations on a hub could replace it. List it in clusters, or set users: serviceAccounts.`,
    );
  });
}

/**
 * If a cluster source is on a hub, checks that the cluster of `administrators` is in `clusters`. Otherwise a writer of
 * registrations could register this cluster and decide who is an administrator.
 */
function checkAdministrators({ clusters, clusterSources, administrators }: Config): void {
  if (!administrators || !clusterSources.some(({ type }) => isOnHub(type))) return;
  if (clusters.some(({ name }) => name === administrators.cluster)) return;
  throw new ConfigError(
    `administrators.cluster: clusters does not list "${administrators.cluster}". Anyone who may write registrations on a hub could replace it. List it in clusters.`,
  );
}

/**
 * Checks the Prometheus names and push tokens of clusters, and settings that must not name a cluster without a
 * kubeconfig. Such a cluster cannot answer reviews, and its reporters could forge its RBAC and packages.
 */
function checkUndialled({ clusters, authentication, administrators, prometheus, packages }: Config): void {
  const undialled = new Set(clusters.flatMap(({ name, kubeconfig }) => (kubeconfig === undefined ? [name] : [])));
  clusters.forEach(({ metrics, rbac }, index) => {
    if (metrics && !prometheus.some(({ name }) => name === metrics.prometheus))
      throw new ConfigError(
        `clusters[${index}].metrics.prometheus: there is no "${metrics.prometheus}" in prometheus; it has: ${prometheus.map(({ name }) => name).join(', ') || 'none'}.`,
      );
    if (rbac && undialled.has(rbac.cluster))
      throw new ConfigError(
        `clusters[${index}].rbac.cluster: fleetgraph does not read the RBAC of "${rbac.cluster}" itself. Name a cluster with a kubeconfig.`,
      );
  });
  const seen = new Map<string, number>();
  clusters.forEach(({ push }, index) => {
    for (const { env, file } of push?.tokens ?? []) {
      const place = env === undefined ? `file ${file}` : `env ${env}`;
      const other = seen.get(place);
      if (other !== undefined)
        throw new ConfigError(
          `clusters[${index}].push.tokens: ${place} is the token of clusters[${other}] too. A token must tell which cluster reports; give each its own.`,
        );
      seen.set(place, index);
    }
  });
  authentication.forEach((entry, index) => {
    if (entry.type === 'tokenReview' && undialled.has(entry.cluster))
      throw new ConfigError(
        `authentication[${index}].cluster: fleetgraph does not connect to "${entry.cluster}", so it cannot ask it who a caller is. Name a cluster with a kubeconfig.`,
      );
  });
  const hub = packages.hubs.findIndex(name => undialled.has(name));
  if (hub >= 0)
    throw new ConfigError(
      `packages.hubs[${hub}]: fleetgraph does not connect to "${packages.hubs[hub]}", so who reports it could say what other clusters should run. Name a cluster with a kubeconfig.`,
    );
  if (administrators && undialled.has(administrators.cluster))
    throw new ConfigError(
      `administrators.cluster: fleetgraph does not read the RBAC of "${administrators.cluster}" itself, so who reports it could make anybody an administrator. Name a cluster with a kubeconfig.`,
    );
}

function checkSignIn({ server, authentication }: Config): void {
  const issuers = authentication.flatMap((entry, index) => (entry.type === 'oidc' && entry.signIn ? index : []));
  if (issuers.length === 0) return;
  if (issuers.length > 1)
    throw new ConfigError(
      `authentication[${issuers[1]}].signIn: only one entry may have signIn, and an earlier entry has it. Remove one of the two.`,
    );
  if (server.publicUrl === undefined)
    throw new ConfigError(
      `authentication[${issuers[0]}].signIn: the issuer needs the URL to which it returns browsers. Set server.publicUrl.`,
    );
  if (!isPrivate(new URL(server.publicUrl)))
    throw new ConfigError(
      `server.publicUrl: sessions must not travel unencrypted. Use https://, or http:// with a loopback address.`,
    );
}

/**
 * Checks subgraphs. A composed supergraph contains their URLs and schemas. Without a supergraph, each entry needs `url`
 * and `schema`.
 */
function checkSubgraphs({ supergraph, subgraphs }: Config): void {
  const problems = subgraphs.flatMap(({ name, url, schema, headers, caFile, certFile, keyFile }, index) => {
    const problem = (what: string) => `subgraphs[${index}] (${name}): ${what}`;
    const found: string[] = [];
    const missing = [...(url === undefined ? ['url'] : []), ...(schema === undefined ? ['schema'] : [])];
    if (subgraphs.findIndex(other => other.name === name) !== index)
      found.push(problem('an earlier subgraph has this name. Rename one of the two.'));
    if (supergraph === undefined && missing.length > 0)
      found.push(problem(`set ${missing.join(' and ')}, or set "supergraph" to a composed supergraph.`));
    if (supergraph !== undefined && missing.length < 2)
      found.push(
        problem(
          `"supergraph" already has the URL and schema of each subgraph. Remove url and schema, or remove "supergraph" to let fleetgraph compose one.`,
        ),
      );
    if ((certFile === undefined) !== (keyFile === undefined))
      found.push(problem('set both certFile and keyFile, or neither.'));
    if (url?.startsWith('http://') && (caFile ?? certFile))
      found.push(problem('certificates are not used for http:// URLs. Use https://.'));
    const names = headers.map(header => header.name.toLowerCase());
    if (new Set(names).size < names.length) found.push(problem('a header is listed twice. Remove one of them.'));
    return found;
  });
  if (problems.length > 0) throw new ConfigError(problems.join('\n'));
}

function checkPrometheus({ prometheus, mesh, usage }: Config): void {
  const names = prometheus.map(({ name }) => name);
  const problems = prometheus.flatMap(({ name, url, headers, caFile, certFile, keyFile }, index) => {
    const problem = (what: string) => `prometheus[${index}] (${name}): ${what}`;
    const found: string[] = [];
    if (names.indexOf(name) !== index) found.push(problem('an earlier one has this name; rename one of the two.'));
    if ((certFile === undefined) !== (keyFile === undefined))
      found.push(problem('give both certFile and keyFile, or neither.'));
    if (url.startsWith('http://') && (caFile ?? certFile))
      found.push(problem('its URL is http://, where certificates are not used. Write https://.'));
    if (headers.some(({ env, file }) => (env === undefined) === (file === undefined)))
      found.push(problem('give each header either env or file, which hold its value.'));
    if (new Set(headers.map(header => header.name.toLowerCase())).size < headers.length)
      found.push(problem('a header is given twice.'));
    return found;
  });
  for (const [key, name] of [
    ['mesh', mesh.prometheus],
    ['usage', usage.prometheus],
  ])
    if (name !== undefined && !names.includes(name))
      problems.push(
        `${key}.prometheus: no entry of "prometheus" is named "${name}"; ${names.length > 0 ? `there is ${names.join(', ')}` : 'the list is empty'}.`,
      );
  const ids = Object.entries(usage.clusterIds);
  for (const [index, [id, cluster]] of ids.entries()) {
    const [earlier] = ids.slice(0, index).find(([, other]) => other === cluster) ?? [];
    if (earlier !== undefined)
      problems.push(
        `usage.clusterIds: "${earlier}" and "${id}" both stand for cluster "${cluster}". Give each cluster one value.`,
      );
  }
  if (problems.length > 0) throw new ConfigError(problems.join('\n'));
}

function absolutePaths(config: Config, directory: string): Config {
  return {
    ...config,
    server: { ...config.server, tls: config.server.tls && absoluteTls(config.server.tls, directory) },
    store: absoluteStore(config.store, directory),
    clusters: config.clusters.map(cluster => absoluteCluster(cluster, directory)),
    clusterSources: config.clusterSources.map(source => {
      if (source.type === 'kubeconfig') return { ...source, path: resolve(directory, source.path) };
      return {
        ...source,
        ...(source.kubeconfig !== undefined && { kubeconfig: resolve(directory, source.kubeconfig) }),
      };
    }),
    authentication: config.authentication.map(entry =>
      entry.type === 'oidc' && entry.caFile !== undefined
        ? { ...entry, caFile: resolve(directory, entry.caFile) }
        : entry,
    ),
    subgraphs: config.subgraphs.map(subgraph => ({ ...subgraph, ...absoluteFiles(subgraph, directory) })),
    prometheus: config.prometheus.map(server => ({
      ...server,
      ...absoluteFiles(server, directory),
      headers: server.headers.map(header => ({
        ...header,
        ...(header.file !== undefined && { file: resolve(directory, header.file) }),
      })),
    })),
    graphql: {
      ...config.graphql,
      trustedDocuments: config.graphql.trustedDocuments && {
        ...config.graphql.trustedDocuments,
        file: resolve(directory, config.graphql.trustedDocuments.file),
      },
    },
    kinds: { ...config.kinds, types: config.kinds.types.map(file => resolve(directory, file)) },
    supergraph: config.supergraph === undefined ? undefined : resolve(directory, config.supergraph),
  };
}

function absoluteCluster(cluster: ClusterConfig, directory: string): ClusterConfig {
  const { kubeconfig, push } = cluster;
  const tokens = push?.tokens.map(({ env, file }) => ({
    env,
    file: file === undefined ? undefined : resolve(directory, file),
  }));
  return {
    ...cluster,
    ...(kubeconfig !== undefined && { kubeconfig: resolve(directory, kubeconfig) }),
    ...(push && tokens && { push: { ...push, tokens } }),
  };
}

type Files = Partial<Pick<SubgraphConfig, 'schema' | 'caFile' | 'certFile' | 'keyFile'>>;

function absoluteFiles({ schema, caFile, certFile, keyFile }: Files, directory: string): Files {
  const files = Object.entries({ schema, caFile, certFile, keyFile });
  return Object.fromEntries(
    files.flatMap(([key, file]) => (file === undefined ? [] : [[key, resolve(directory, file)]])),
  );
}

function absoluteStore(store: Config['store'], directory: string): Config['store'] {
  if (store.type !== 'redis' || !store.tls) return store;
  return { ...store, tls: absoluteTls(store.tls, directory) };
}

/** Makes the paths of TLS files absolute. Each value of the section must be a path. */
function absoluteTls<Files extends object>(files: Files, directory: string): Files {
  const paths = Object.entries(files as Record<string, string | undefined>);
  return Object.fromEntries(
    paths.flatMap(([key, file]) => (file === undefined ? [] : [[key, resolve(directory, file)]])),
  ) as Files;
}
