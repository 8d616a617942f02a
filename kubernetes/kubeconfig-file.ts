/**
 * Reads one kubeconfig file into validated clusters, contexts and users. Like kubectl, accepts YAML aliases and merge
 * keys, null for absent, and UTF-16 with a byte order mark. An invalid entry is reported with its place in the file,
 * and does not hide other entries. kubeconfig.ts combines several files.
 */
import { parse, YAMLParseError } from 'yaml';
import { z } from 'zod';
import { KubeconfigError } from './kubeconfig-error.ts';
import { isRecord } from './object-shape.ts';

export interface KubeconfigFile {
  readonly clusters: readonly { readonly name: string; readonly cluster: KubeconfigCluster }[];
  readonly contexts: readonly { readonly name: string; readonly context: KubeconfigContext }[];
  readonly users: readonly { readonly name: string; readonly user: KubeconfigUser }[];
  readonly 'current-context'?: string | undefined;
  /** Invalid entries, which are left out. */
  readonly refused?: readonly RefusedEntry[];
}
export type KubeconfigCluster = z.infer<typeof Cluster>;
export type KubeconfigContext = z.infer<typeof Context>;
export type KubeconfigUser = z.infer<typeof User>;

export interface RefusedEntry {
  readonly what: 'cluster' | 'context' | 'user';
  /** Undefined for an entry without a name. */
  readonly name: string | undefined;
  /** Place and kind of the error: `users[2].user.token: expected string`. Quotes no value. */
  readonly problem: string;
}

/** Maximum number of times that aliases may repeat the content of one YAML anchor. */
const MAX_ALIASES = 1_000;

/** The text of a file: UTF-8, or UTF-16 with a byte order mark. */
export function kubeconfigText(bytes: Uint8Array): string {
  const encoding =
    bytes[0] === 0xff && bytes[1] === 0xfe ? 'utf-16le' : bytes[0] === 0xfe && bytes[1] === 0xff ? 'utf-16be' : 'utf-8';
  return new TextDecoder(encoding).decode(bytes);
}

/**
 * Parses a kubeconfig file. `mayBeEmpty`: a file without content is a kubeconfig without entries.
 * @throws KubeconfigError naming the problem and its place, without quoting the file
 */
export function readKubeconfigFile(content: string, source: string, { mayBeEmpty = false } = {}): KubeconfigFile {
  let document: unknown;
  try {
    // Only errors are reported, because warnings of the parser would quote the file.
    document = parse(content, { maxAliasCount: MAX_ALIASES, merge: true, uniqueKeys: false, logLevel: 'error' });
  } catch (error) {
    // The parser's own message quotes the line, which may hold a token.
    const position = error instanceof YAMLParseError ? error.linePos?.[0] : undefined;
    const where = position ? ` at line ${position.line}, column ${position.col}` : '';
    throw new KubeconfigError(
      `${source}: not valid YAML${where}. Check it with: kubectl --kubeconfig ${source} config view`,
    );
  }
  return kubeconfigFileOf(document === null && mayBeEmpty ? {} : document, source);
}

/** Like readKubeconfigFile(), for a document that is already parsed. */
export function kubeconfigFileOf(document: unknown, source: string): KubeconfigFile {
  if (!isRecord(document)) {
    throw new KubeconfigError(`${source}: not a kubeconfig: expected a mapping with clusters, contexts and users.`);
  }
  const refused: RefusedEntry[] = [];
  const entries = <T extends { readonly name: string }>(
    what: RefusedEntry['what'],
    schema: z.ZodType<T>,
  ): readonly T[] => {
    const field = `${what}s`;
    const list = document[field] ?? []; // missing or null if kubectl has removed all entries
    if (!Array.isArray(list)) throw new KubeconfigError(`${source}: ${field}: expected a list.`);
    const read = new Map<string, T>();
    for (const [i, item] of list.entries()) {
      const result = schema.safeParse(item);
      const name = isRecord(item) && typeof item['name'] === 'string' ? item['name'] : undefined;
      if (!result.success) refused.push({ what, name, problem: `${field}[${i}]${problemOf(result.error)}` });
      else if (read.has(result.data.name))
        refused.push({ what, name, problem: `${field}[${i}].name: it is there twice; the first one counts.` });
      else read.set(result.data.name, result.data);
    }
    return [...read.values()];
  };
  const current = document['current-context'];
  return {
    clusters: entries('cluster', z.looseObject({ name: text, cluster: Cluster })),
    contexts: entries('context', z.looseObject({ name: text, context: Context })),
    users: entries(
      'user',
      z.looseObject({ name: text, user: optionalOf(User) }).transform(({ name, user = {} }) => ({ name, user })),
    ),
    'current-context': typeof current === 'string' ? current : undefined,
    refused,
  };
}

function problemOf({ issues: [issue] }: z.ZodError): string {
  const path = issue?.path.map(key => (typeof key === 'number' ? `[${key}]` : `.${String(key)}`)).join('') ?? '';
  const quotes = /expected string, received (number|boolean)$/.test(issue?.message ?? '')
    ? '. Put the value in quotes'
    : '';
  return `${path}: ${issue?.message ?? 'not as expected'}${quotes}.`;
}

const text = z.string();
/** Optional field. null counts as absent, as in Go. */
const optionalOf = <T extends z.ZodType>(type: T) =>
  type
    .nullish()
    .transform(value => value ?? undefined)
    .optional();
const optional = optionalOf(text);
const Cluster = z.looseObject({
  server: text,
  'certificate-authority': optional,
  'certificate-authority-data': optional,
  'insecure-skip-tls-verify': optionalOf(z.boolean()),
  'tls-server-name': optional,
  'proxy-url': optional,
  'disable-compression': optionalOf(z.boolean()),
  extensions: optionalOf(z.array(z.looseObject({ name: text, extension: z.unknown() }))),
});
const Context = z.looseObject({ cluster: text, user: optional, namespace: optional });
/** Exec plugin (client.authentication.k8s.io). As in kubectl, a number among the arguments is an error. */
const Exec = z.looseObject({
  command: text,
  apiVersion: optional,
  args: optionalOf(z.array(text)),
  env: optionalOf(z.array(z.looseObject({ name: text, value: text.nullish().transform(value => value ?? '') }))),
  installHint: optional,
  interactiveMode: optionalOf(z.enum(['', 'Never', 'IfAvailable', 'Always'])),
  provideClusterInfo: optionalOf(z.boolean()),
});
const User = z.looseObject({
  token: optional,
  tokenFile: optional,
  'client-certificate': optional,
  'client-certificate-data': optional,
  'client-key': optional,
  'client-key-data': optional,
  username: optional,
  password: optional,
  as: optional,
  exec: optionalOf(Exec),
  'auth-provider': optionalOf(z.looseObject({ name: text, config: optionalOf(z.record(text, z.unknown())) })),
});
