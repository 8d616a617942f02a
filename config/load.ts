/**
 * Reads the configuration: flags beat the environment, which beats the file. Errors name the path, what was found, and the way out; all
 * errors are reported at once.
 */
import { readFileSync } from 'node:fs';
import { dirname, resolve } from 'node:path';
import { parseDocument, type Document, type YAMLParseError } from 'yaml';
import type { z } from 'zod';
import { isPrivate } from './loopback.ts';
import { configSchema, type Config, type SubgraphConfig } from './schema.ts';

export class ConfigError extends Error {
  override name = 'ConfigError';
}

export interface ConfigSources {
  /** @default the file that FLEETGRAPH_CONFIG names in `env` */
  readonly file?: string;
  readonly env: Readonly<Record<string, string | undefined>>;
  /** From command-line flags, in the shape of the file. Paths in it are relative to the working directory. */
  readonly flags?: Record<string, unknown>;
  readonly cwd: string;
}

/** @throws ConfigError */
export function loadConfig({ file, env, flags = {}, cwd }: ConfigSources): Config {
  const named = file ?? env[environmentName(['config'])];
  const path = named === undefined ? undefined : resolve(cwd, named);
  const written = path === undefined ? {} : readYamlFile(path);
  const environment = fromEnvironment(env);
  const merged = merge(merge(written, environment), flags);
  const result = configSchema.safeParse(merged);
  if (!result.success)
    throw new ConfigError(
      [
        `The configuration${path ? ` ${path}` : ''} cannot be used:`,
        ...result.error.issues.flatMap(issue => explain(issue).map(line => `  ${line}${originOf(issue, environment)}`)),
      ].join('\n'),
    );
  const config = result.data;
  check(config);
  return absolutePaths(config, path ? dirname(path) : cwd);
}

/** The environment variable of each key: FLEETGRAPH_ and the path in capitals. Lists and objects are YAML. */
export function environmentName(path: readonly string[]): string {
  return `FLEETGRAPH_${path.map(key => key.replace(/[A-Z]/g, capital => `_${capital}`).toUpperCase()).join('_')}`;
}

/** The keys that have an environment variable: every key of every section, and `store` down to its own keys. */
export function environmentPaths(): string[][] {
  const paths: string[][] = [];
  for (const [section, value] of Object.entries(configSchema.shape)) {
    const inner = sectionKeys(value as z.ZodType);
    if (section === 'store')
      paths.push(...['type', 'url', 'cluster', 'sentinel', 'username', 'passwordEnv', 'tls'].map(key => ['store', key]));
    else if (inner) paths.push(...inner.map(key => [section, key]));
    else paths.push([section]);
  }
  return paths;
}

/** The keys of a section with defaults of its own; undefined for a plain value or a list. */
function sectionKeys(type: z.ZodType): string[] | undefined {
  const inner = (type as { def?: { type?: string; innerType?: z.ZodType } }).def;
  if (inner?.type === 'prefault' && inner.innerType && 'shape' in inner.innerType) return Object.keys(inner.innerType.shape as object);
  return undefined;
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
  const document = parseDocument(text, { logLevel: 'error' }); // its warnings quote keys
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

/** What is wrong, and where; the parser's own message quotes the line, which may hold a token. */
function wordsOf({ message, linePos }: YAMLParseError): string {
  const [words = ''] = message.split(/ at line |[:"\n]/, 1);
  const [at] = linePos ?? [];
  return at ? `${words} at line ${at.line}, column ${at.col}` : words;
}

function valueOf(document: Document, path: string): unknown {
  try {
    return document.toJS({ maxAliasCount: 100 });
  } catch {
    throw new ConfigError(`The configuration file ${path} is not YAML: an alias (*name) has no anchor (&name), or there are too many.`);
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
    target[path.at(-1) as string] = document.toJS() as unknown;
  }
  return result;
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

/** The environment variable that gave a wrong value; '' for the file and flags, where the path is enough. */
function originOf({ path }: z.core.$ZodIssue, environment: Record<string, unknown>): string {
  const [section, key] = path.map(String);
  const given = section === undefined ? undefined : environment[section];
  if (given === undefined) return '';
  if (key !== undefined && isMapping(given) && key in given) return ` (from ${environmentName([section as string, key])})`;
  return isMapping(given) ? '' : ` (from ${environmentName([section as string])})`;
}

/** One issue as one or more lines: the path, what is wrong, the way out. */
function explain(issue: z.core.$ZodIssue): string[] {
  const at =
    issue.path.reduce<string>(
      (text, key) => (typeof key === 'number' ? `${text}[${key}]` : text ? `${text}.${String(key)}` : String(key)),
      '',
    ) || '(top level)';
  if (issue.code === 'unrecognized_keys') {
    return issue.keys.map(key => {
      const near = nearest(key, knownKeys(issue.path));
      const shown = isTypo(key) ? key : `${/^\w{0,12}/.exec(key)?.[0]}…`;
      return `${at === '(top level)' ? shown : `${at}.${shown}`}: there is no such key.${near ? ` Did you mean "${near}"?` : ''}`;
    });
  }
  return [`${at}: ${issue.message}`];
}

/** Longer ones, and those of several words, may be a value whose colon is missing. */
function isTypo(key: string): boolean {
  return /^[\w-]{1,24}$/.test(key);
}

function knownKeys(path: readonly PropertyKey[]): string[] {
  const keys = environmentPaths();
  return path.length === 0
    ? Object.keys(configSchema.shape)
    : keys.filter(key => key.length === 2 && key[0] === path[0]).map(key => key[1] as string);
}

/** The most similar known key, if it is similar enough. */
function nearest(key: string, known: readonly string[]): string | undefined {
  const scored = known
    .map(candidate => ({ candidate, distance: editDistance(key.toLowerCase(), candidate.toLowerCase()) }))
    .sort((a, b) => a.distance - b.distance);
  return scored[0] && scored[0].distance <= 2 ? scored[0].candidate : undefined;
}

function editDistance(a: string, b: string): number {
  let row = Array.from({ length: b.length + 1 }, (_, i) => i);
  for (let i = 1; i <= a.length; i++) {
    const next = [i];
    for (let j = 1; j <= b.length; j++)
      next[j] = Math.min((row[j] ?? 0) + 1, (next[j - 1] ?? 0) + 1, (row[j - 1] ?? 0) + (a[i - 1] === b[j - 1] ? 0 : 1));
    row = next;
  }
  return row[b.length] ?? 0;
}

/** Problems of several keys together. */
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
      `roles: a process that is only a ${config.roles[0]} shares its index through Redis, and store.type is memory. Set store to { type: redis, url: redis://… }, or leave roles out.`,
    );
  }
  if (config.store.type === 'redis' && [config.store.url, config.store.cluster, config.store.sentinel].filter(Boolean).length !== 1) {
    throw new ConfigError('store: give exactly one of url, cluster and sentinel.');
  }
  if (config.store.type === 'redis' && config.store.tls && !config.store.tls.certFile !== !config.store.tls.keyFile) {
    throw new ConfigError('store.tls: give both certFile and keyFile, or neither.');
  }
  if (config.log.requests && !['info', 'debug'].includes(config.log.level)) {
    throw new ConfigError(`log.requests: these lines are of level info, and log.level is ${config.log.level}. Set it to info.`);
  }
  checkSubgraphs(config);
  checkSignIn(config);
  checkProxies(config);
  checkTokenReviews(config);
  checkAdministrators(config);
  const tokens = new Set<string>();
  for (const authenticator of config.authentication) {
    if (authenticator.type !== 'static') continue;
    for (const { token, user } of authenticator.tokens) {
      if (tokens.has(token))
        throw new ConfigError(`authentication: the token of user "${user}" is given twice. A token must tell who asks.`);
      tokens.add(token);
    }
  }
}

function checkProxies({ server, authentication }: Config): void {
  authentication.forEach((entry, index) => {
    if (entry.type !== 'header') return;
    if (!entry.sharedSecret && !entry.clientCertificate)
      throw new ConfigError(
        `authentication[${index}]: every client can send the header ${entry.userHeader}. Give a sharedSecret that only your proxy knows, or a clientCertificate.`,
      );
    if (entry.clientCertificate && server.tls?.clientCaFile === undefined)
      throw new ConfigError(
        `authentication[${index}].clientCertificate: nobody is asked for a certificate. Set server.tls with the authorities in clientCaFile.`,
      );
  });
}

/** Who may write registrations on a hub could otherwise register the cluster that says who everybody is. */
function checkTokenReviews({ clusters, clusterSources, authentication }: Config): void {
  if (clusterSources.every(({ type }) => type === 'kubeconfig')) return;
  authentication.forEach((entry, index) => {
    if (entry.type !== 'tokenReview' || entry.users !== 'all' || clusters.some(({ name }) => name === entry.cluster)) return;
    throw new ConfigError(
      `authentication[${index}].cluster: "${entry.cluster}" is believed whomever it names, and is not one of clusters, so who may write registrations on your hub could put another in its place. Name it in clusters, or set users: serviceAccounts.`,
    );
  });
}

/** The same for the cluster that says who administrators are. */
function checkAdministrators({ clusters, clusterSources, administrators }: Config): void {
  if (!administrators || clusterSources.every(({ type }) => type === 'kubeconfig')) return;
  if (clusters.some(({ name }) => name === administrators.cluster)) return;
  throw new ConfigError(
    `administrators.cluster: "${administrators.cluster}" is not one of clusters, so who may write registrations on your hub could put another in its place. Name it in clusters.`,
  );
}

function checkSignIn({ server, authentication }: Config): void {
  const issuers = authentication.flatMap((entry, index) => (entry.type === 'oidc' && entry.signIn ? index : []));
  if (issuers.length === 0) return;
  if (issuers.length > 1)
    throw new ConfigError(`authentication[${issuers[1]}].signIn: browsers sign in with one issuer; an earlier entry has a signIn already.`);
  if (server.publicUrl === undefined)
    throw new ConfigError(
      `authentication[${issuers[0]}].signIn: the issuer sends browsers back to us, so we must know where that is. Set server.publicUrl.`,
    );
  if (!isPrivate(new URL(server.publicUrl)))
    throw new ConfigError(`server.publicUrl: sessions must not travel in clear. Write https://, or http:// with a loopback address.`);
}

/** A ready supergraph has the URLs and schemas of its subgraphs; without one, each entry must have both. */
function checkSubgraphs({ supergraph, subgraphs }: Config): void {
  const problems = subgraphs.flatMap(({ name, url, schema, headers, caFile, certFile, keyFile }, index) => {
    const problem = (what: string) => `subgraphs[${index}] (${name}): ${what}`;
    const found: string[] = [];
    const missing = [...(url === undefined ? ['url'] : []), ...(schema === undefined ? ['schema'] : [])];
    if (subgraphs.findIndex(other => other.name === name) !== index)
      found.push(problem('an earlier one has this name; rename one of the two.'));
    if (supergraph === undefined && missing.length > 0)
      found.push(problem(`give its ${missing.join(' and its ')}, or name a ready supergraph in "supergraph".`));
    if (supergraph !== undefined && missing.length < 2)
      found.push(
        problem(
          `with "supergraph", which has the URL and schema of each subgraph, an entry says only how to reach it. Leave url and schema out, or leave "supergraph" out and have fleetgraph compose.`,
        ),
      );
    if ((certFile === undefined) !== (keyFile === undefined)) found.push(problem('give both certFile and keyFile, or neither.'));
    if (url?.startsWith('http://') && (caFile ?? certFile))
      found.push(problem('its URL is http://, where certificates are not used. Write https://.'));
    const names = headers.map(header => header.name.toLowerCase());
    if (new Set(names).size < names.length) found.push(problem('a header is given twice.'));
    return found;
  });
  if (problems.length > 0) throw new ConfigError(problems.join('\n'));
}

function absolutePaths(config: Config, directory: string): Config {
  return {
    ...config,
    server: { ...config.server, tls: config.server.tls && absoluteTls(config.server.tls, directory) },
    store: absoluteStore(config.store, directory),
    clusters: config.clusters.map(cluster => ({ ...cluster, kubeconfig: resolve(directory, cluster.kubeconfig) })),
    clusterSources: config.clusterSources.map(source => {
      if (source.type === 'kubeconfig') return { ...source, path: resolve(directory, source.path) };
      return { ...source, ...(source.kubeconfig !== undefined && { kubeconfig: resolve(directory, source.kubeconfig) }) };
    }),
    authentication: config.authentication.map(entry =>
      entry.type === 'oidc' && entry.caFile !== undefined ? { ...entry, caFile: resolve(directory, entry.caFile) } : entry,
    ),
    subgraphs: config.subgraphs.map(subgraph => ({ ...subgraph, ...absoluteFiles(subgraph, directory) })),
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

function absoluteFiles({ schema, caFile, certFile, keyFile }: SubgraphConfig, directory: string): Partial<SubgraphConfig> {
  const files = Object.entries({ schema, caFile, certFile, keyFile });
  return Object.fromEntries(files.flatMap(([key, file]) => (file === undefined ? [] : [[key, resolve(directory, file)]])));
}

function absoluteStore(store: Config['store'], directory: string): Config['store'] {
  if (store.type !== 'redis' || !store.tls) return store;
  return { ...store, tls: absoluteTls(store.tls, directory) };
}

/** Every key is a file. */
function absoluteTls<Files extends object>(files: Files, directory: string): Files {
  const paths = Object.entries(files as Record<string, string | undefined>);
  return Object.fromEntries(paths.flatMap(([key, file]) => (file === undefined ? [] : [[key, resolve(directory, file)]]))) as Files;
}
