/**
 * docs/configuration.md, from the schema itself: every key with its type, default, environment variable and meaning. Run by `make generate`; a
 * test fails when the checked-in page is stale.
 */
import { z } from 'zod';
import { environmentName, environmentPaths } from './load.ts';
import { configSchema } from './schema.ts';

interface JsonSchema {
  readonly type?: string;
  readonly description?: string;
  readonly default?: unknown;
  readonly enum?: readonly unknown[];
  readonly const?: unknown;
  readonly items?: JsonSchema;
  readonly properties?: Readonly<Record<string, JsonSchema>>;
  readonly required?: readonly string[];
  readonly oneOf?: readonly JsonSchema[];
  readonly anyOf?: readonly JsonSchema[];
  readonly pattern?: string;
}

export function configurationReference(): string {
  const root = z.toJSONSchema(configSchema, { io: 'input', unrepresentable: 'any' }) as JsonSchema;
  const variables = new Map(environmentPaths().map(path => [path.join('.'), environmentName(path)]));
  const rows: string[] = [];
  for (const [key, schema] of Object.entries(root.properties ?? {})) describeKey(key, schema, rows, variables);
  return [HEADER, '| key | type | default | environment | meaning |', '| --- | --- | --- | --- | --- |', ...rows, '', FOOTER].join('\n');
}

function describeKey(path: string, schema: JsonSchema, rows: string[], variables: ReadonlyMap<string, string>): void {
  const choices = schema.oneOf ?? schema.anyOf;
  if (!schema.properties && !choices) rows.push(row(path, schema, variables));
  else if (choices) {
    rows.push(row(path, { ...schema, type: 'object' }, variables));
    rows.push(row(`${path}.type`, typeKey(choices), variables));
    for (const choice of choices) describeMembers(path, choice, rows, variables);
  } else {
    if (variables.has(keyOf(path))) rows.push(row(path, { ...schema, type: 'object' }, variables));
    describeMembers(path, schema, rows, variables);
  }
  if (schema.items) {
    const choices = schema.items.oneOf ?? schema.items.anyOf;
    if (choices) rows.push(row(`${path}[].type`, typeKey(choices), variables));
    for (const choice of choices ?? [schema.items]) describeMembers(`${path}[]`, choice, rows, variables);
  }
}

function describeMembers(path: string, schema: JsonSchema, rows: string[], variables: ReadonlyMap<string, string>): void {
  const type = schema.properties?.['type']?.const;
  const prefix = typeof type === 'string' ? `${path} (${type})` : path;
  for (const [key, member] of Object.entries(schema.properties ?? {})) {
    if (key === 'type' && typeof type === 'string') continue; // told once for all choices
    describeKey(`${prefix}.${key}`, member, rows, variables);
  }
}

/** The key that tells the choices apart. */
function typeKey(choices: readonly JsonSchema[]): JsonSchema {
  return { enum: choices.map(choice => choice.properties?.['type']?.const), description: 'Which of the kinds below it is.' };
}

function row(path: string, schema: JsonSchema, variables: ReadonlyMap<string, string>): string {
  const variable = variables.get(keyOf(path));
  const cells = [`\`${path}\``, typeOf(schema), defaultOf(schema), variable ? `\`${variable}\`` : '', schema.description ?? ''];
  return `| ${cells.map(cell => cell.replaceAll('|', '\\|').replaceAll('\n', ' ')).join(' | ')} |`;
}

/** A path without the type of the section that it is for. */
function keyOf(path: string): string {
  return path.replace(/ \([a-zA-Z]+\)/, '');
}

function typeOf({ type, enum: values, items }: JsonSchema): string {
  if (values) return values.map(value => `\`${String(value)}\``).join(', ');
  if (type === 'array') return items?.enum ? `list of ${typeOf(items)}` : items?.type === 'string' ? 'list of texts' : 'list';
  return type === 'string' ? 'text' : type === 'integer' ? 'whole number' : (type ?? 'text');
}

function defaultOf({ default: value }: JsonSchema): string {
  if (value === undefined) return '';
  return value === '' ? 'empty' : `\`${JSON.stringify(value).replaceAll('"', '')}\``;
}

const HEADER = `# Configuration

Every command that needs it reads one YAML file, named by \`--config FILE\` or by \`FLEETGRAPH_CONFIG=FILE\`. Flags beat environment variables, which beat the file. Paths in the file are relative to it.
Unknown keys are errors. This page is generated from the schema (\`make generate\`).

\`\`\`yaml
clusters:
  - { name: leaf-01, kubeconfig: ./kubeconfig, context: leaf-01, identity: { mode: impersonate } }
authentication: # tried in order
  - { type: static, tokens: [{ token: change-me, user: jane, groups: [dev] }] }
  - { type: header, userHeader: X-Remote-User, groupHeader: X-Remote-Group, sharedSecret: { header: X-Proxy-Secret, env: PROXY_SECRET } }
store: { type: redis, url: redis://127.0.0.1:6379 } # default: { type: memory }
\`\`\`

## Keys
`;

const FOOTER = `\`[]\` stands for each item of a list; \`(redis)\` and the like for the item's or section's \`type\`. Durations are written as \`500ms\`, \`10s\`, \`5m\` or
\`1h\`. Environment variables hold YAML: \`FLEETGRAPH_ROLES='[gateway]'\`, \`FLEETGRAPH_CLUSTERS='[{name: a, kubeconfig: /k}]'\`.

## Kinds

Collected by default: the Flux kinds (kustomize, helm, source, image and notification toolkits), Deployment, StatefulSet, DaemonSet, ReplicaSet, Job, CronJob, Pod and
Namespace. \`kinds.include\` adds to them as \`plural.group\` (\`pods\`, \`kustomizations.kustomize.toolkit.fluxcd.io\`), \`*\` is everything served; \`kinds.exclude\` takes away.
A kind whose CRD is installed or removed later starts and stops by itself.
`;
