/**
 * One kubeconfig file by itself: the text becomes checked clusters, contexts and users, or an error that says where the file is wrong.
 * kubeconfig.ts says what several files mean together.
 */
import { parse, YAMLParseError } from 'yaml';
import { z } from 'zod';
import { KubeconfigError } from './kubeconfig-error.ts';
import { isRecord } from './object-shape.ts';

export type KubeconfigFile = z.infer<typeof Config>;
export type KubeconfigCluster = z.infer<typeof Cluster>;
export type KubeconfigUser = z.infer<typeof User>;

/** Throws an error that says what is wrong, and where, without quoting the file. */
export function readKubeconfigFile(content: string, source: string): KubeconfigFile {
  let document: unknown;
  try {
    // Warnings of the parser would quote the file, too.
    document = parse(content, { maxAliasCount: 0, logLevel: 'error' });
  } catch (error) {
    // The parser's own message quotes the line, and the line may hold a token.
    const position = error instanceof YAMLParseError ? error.linePos?.[0] : undefined;
    const where = position ? ` at line ${position.line}, column ${position.col}` : '';
    throw new KubeconfigError(`${source}: not valid YAML${where}. Check it with: kubectl --kubeconfig ${source} config view`);
  }
  return kubeconfigFileOf(document, source);
}

/** The same of what was parsed already. */
export function kubeconfigFileOf(document: unknown, source: string): KubeconfigFile {
  if (!isRecord(document)) {
    throw new KubeconfigError(`${source}: not a kubeconfig: expected a mapping with clusters, contexts and users.`);
  }
  const result = Config.safeParse(document);
  if (result.success) return result.data;
  const [issue] = result.error.issues;
  const path = issue?.path.map((key, i) => (typeof key === 'number' ? `[${key}]` : `${i ? '.' : ''}${String(key)}`)).join('') ?? '';
  throw new KubeconfigError(`${source}: ${path}: ${issue?.message ?? 'not as expected'}.`);
}

const text = z.string();
const Cluster = z.looseObject({
  server: text,
  'certificate-authority': text.optional(),
  'certificate-authority-data': text.optional(),
  'insecure-skip-tls-verify': z.boolean().optional(),
  'tls-server-name': text.optional(),
  'proxy-url': text.optional(),
});
const User = z.looseObject({
  token: text.optional(),
  tokenFile: text.optional(),
  'client-certificate': text.optional(),
  'client-certificate-data': text.optional(),
  'client-key': text.optional(),
  'client-key-data': text.optional(),
  username: text.optional(),
  password: text.optional(),
  as: text.optional(),
  exec: z.looseObject({ command: text, apiVersion: text.optional() }).optional(),
  'auth-provider': z.looseObject({ name: text, config: z.record(text, z.unknown()).optional() }).optional(),
});
/** Lists may be missing or null in files that kubectl has emptied. */
const listOf = <T extends z.ZodType>(item: T) =>
  z
    .array(item)
    .nullish()
    .transform(list => list ?? []);
const Config = z.looseObject({
  clusters: listOf(z.looseObject({ name: text, cluster: Cluster })),
  contexts: listOf(
    z.looseObject({ name: text, context: z.looseObject({ cluster: text, user: text.optional(), namespace: text.optional() }) }),
  ),
  users: listOf(z.looseObject({ name: text, user: User.nullish().transform(user => user ?? {}) })),
  'current-context': text.optional(),
});
