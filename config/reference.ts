/**
 * Generates docs/configuration.md from the schema: first the keys to set before other people use fleetgraph
 * (FIRST_KEYS), then all keys, each with its type, default, environment variable and meaning. `make generate` runs it.
 * A test fails if the checked-in page is out of date.
 */
import { z } from 'zod';
import { KINDS } from '../kinds/registry.ts';
import { environmentName } from './environment-name.ts';
import { environmentPaths } from './environment.ts';
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

/** Keys that an operator must decide on before other people use fleetgraph, and when to set each of them. */
export const FIRST_KEYS: Readonly<Record<string, string>> = {
  clusters:
    'Register clusters one by one, each with a name and a kubeconfig. Set `clusters` or `clusterSources` first.',
  clusterSources:
    'Set it if clusters come and go: kubeconfig files, Secrets on a hub, Cluster API, GitopsClusters, ClusterProfiles or Argo CD register them.',
  'clusters[].identity.mode':
    "Keep `impersonate` if the kubeconfig may impersonate users. Set `passthrough` if the cluster accepts the callers' own tokens.",
  authentication:
    'Set it before anybody but you uses fleetgraph: `oidc` for single sign-on, `header` behind a proxy, `static` for robots.',
  'server.host':
    'Set `0.0.0.0` to let other machines connect, together with `server.tls` or a proxy that serves HTTPS.',
  'server.tls': 'Set it if no proxy in front of fleetgraph serves HTTPS.',
  'server.publicUrl': 'Set it if people sign in with browsers, or if a proxy serves fleetgraph below a path.',
  'store.type':
    'Set `redis` for more than one process, or to keep the index over a restart. `memory` is for one process.',
  roles: 'Set it to run collectors apart from gateways, or a mover. Needs a Redis store.',
  'kinds.include': 'Add kinds that are not [collected by default](#default-kinds).',
  'mutations.enabled':
    'Set `true` to let callers reconcile, restart, scale, apply or delete objects, with their own permissions.',
  'administrators.cluster':
    'Set it to show the registrations of all clusters, and the problems with them, to administrators.',
};

export function configurationReference(): string {
  const root = z.toJSONSchema(configSchema, { io: 'input', unrepresentable: 'any' }) as JsonSchema;
  const variables = new Map(environmentPaths().map(path => [path.join('.'), environmentName(path)]));
  const described = Object.entries(root.properties ?? {}).map(([key, schema]) => {
    const items: string[] = [];
    describeKey(key, schema, items, variables);
    return { key, items };
  });
  const items = described.flatMap(section => section.items);
  const sections = described.map(section => [`### ${section.key}`, '', ...section.items, ''].join('\n'));
  return [HEADER, firstKeys(items), '', ALL_KEYS, ...sections, footer()].join('\n');
}

function firstKeys(items: readonly string[]): string {
  return Object.entries(FIRST_KEYS)
    .map(([path, when]) => {
      const start = `- \`${path}\` (`;
      const found = items.find(it => it.startsWith(start))?.replaceAll(/\n */g, ' ');
      if (found === undefined) throw new Error(`FIRST_KEYS in config/reference.ts names ${path}, which is no key.`);
      return wrapped(`${found.slice(0, found.indexOf('): '))}): ${when}`);
    })
    .join('\n');
}

function describeKey(path: string, schema: JsonSchema, items: string[], variables: ReadonlyMap<string, string>): void {
  const choices = choicesOf(schema);
  if (!schema.properties && !choices) items.push(item(path, schema, variables));
  else if (choices) {
    items.push(item(path, { ...schema, type: 'object' }, variables));
    items.push(item(`${path}.type`, typeKey(choices), variables));
    for (const choice of choices) describeMembers(path, choice, items, variables);
  } else {
    if (variables.has(keyOf(path))) items.push(item(path, { ...schema, type: 'object' }, variables));
    describeMembers(path, schema, items, variables);
  }
  if (schema.items) {
    const choices = choicesOf(schema.items);
    if (choices) items.push(item(`${path}[].type`, typeKey(choices), variables));
    for (const choice of choices ?? [schema.items]) describeMembers(`${path}[]`, choice, items, variables);
  }
}

function describeMembers(
  path: string,
  schema: JsonSchema,
  items: string[],
  variables: ReadonlyMap<string, string>,
): void {
  const type = schema.properties?.['type']?.const;
  const prefix = typeof type === 'string' ? `${path} (${type})` : path;
  for (const [key, member] of Object.entries(schema.properties ?? {})) {
    if (key === 'type' && typeof type === 'string') continue; // The type is described once for all choices.
    describeKey(`${prefix}.${key}`, member, items, variables);
  }
}

/** Sections that differ by their `type`. Undefined for other unions, which are described in one line. */
function choicesOf({ oneOf, anyOf }: JsonSchema): readonly JsonSchema[] | undefined {
  const choices = oneOf ?? anyOf;
  return choices?.every(({ properties }) => properties) ? choices : undefined;
}

/** The key that selects one of the choices. */
function typeKey(choices: readonly JsonSchema[]): JsonSchema {
  return {
    enum: choices.map(choice => choice.properties?.['type']?.const),
    description: 'Type of the item or section. The keys below depend on it.',
  };
}

function item(path: string, schema: JsonSchema, variables: ReadonlyMap<string, string>): string {
  const variable = variables.get(keyOf(path));
  const value = defaultOf(schema);
  const facts = [typeOf(schema), ...(value ? [`default ${value}`] : []), ...(variable ? [`\`${variable}\``] : [])];
  return wrapped(`- \`${path}\` (${facts.join('; ')}): ${schema.description ?? ''}`);
}

/** Wraps a list item like the formatter, without breaks inside code and links. */
function wrapped(text: string): string {
  const lines = [''];
  for (const word of text.match(/(?:`[^`]*`|\[[^\]\s`][^\]]*\]\([^)]*\)|[^\s`])+/g) ?? []) {
    const line = lines.at(-1)!;
    if (line === '') lines[lines.length - 1] = word;
    else if (`${line} ${word}`.length <= MAX_COLUMNS) lines[lines.length - 1] = `${line} ${word}`;
    else lines.push(`  ${word}`);
  }
  return lines.join('\n');
}

/** Path of a key, without the type of its section. */
function keyOf(path: string): string {
  return path.replace(/ \([a-zA-Z]+\)/, '');
}

function typeOf({ type, enum: values, items, anyOf }: JsonSchema): string {
  if (anyOf) return anyOf.map(typeOf).join(' or ');
  if (values) return values.map(value => `\`${String(value)}\``).join(', ');
  if (type === 'array')
    return items?.enum ? `list of ${typeOf(items)}` : items?.type === 'string' ? 'list of texts' : 'list';
  return type === 'string' ? 'text' : type === 'integer' ? 'whole number' : (type ?? 'text');
}

function defaultOf({ default: value }: JsonSchema): string {
  if (value === undefined) return '';
  return value === '' ? 'empty' : `\`${JSON.stringify(value).replaceAll('"', '')}\``;
}

const MAX_COLUMNS = 120;

const HEADER = `# Configuration

Commands read one YAML file, named by \`--config FILE\` or by \`FLEETGRAPH_CONFIG=FILE\`. Flags override environment
variables, and environment variables override the file. Paths in the file are relative to the file. Unknown keys are
errors. This page is generated from the schema (\`make generate\`).

\`\`\`yaml
clusters:
  - { name: leaf-01, kubeconfig: ./kubeconfig, context: leaf-01, identity: { mode: impersonate } }
authentication: # tried in order
  - { type: static, tokens: [{ token: change-me, user: jane, groups: [dev] }] }
  - type: header
    userHeader: X-Remote-User
    groupHeader: X-Remote-Group
    sharedSecret: { header: X-Proxy-Secret, env: PROXY_SECRET }
  - { type: oidc, issuer: 'https://id.example.org', audience: fleetgraph, usernameClaim: email }
store: { type: redis, url: redis://127.0.0.1:6379 } # default: { type: memory }
\`\`\`

## Keys for the first day

These twelve keys are the ones to decide on before others use fleetgraph. All other keys have defaults that fit most
fleets. [Operations](operations.md) explains how to set them up.
`;

const ALL_KEYS = `## All keys

This part is for experts and for looking things up.

Each key is listed with its type, its default and its environment variable. \`[]\` stands for each item of a list.
\`(redis)\` and similar notes name the \`type\` of the item or section that a key applies to. Durations are written as
\`500ms\`, \`10s\`, \`5m\` or \`1h\`. Environment variables hold YAML, \`FLEETGRAPH_CLUSTERS='[{name: a, kubeconfig: /k}]'\`; a
list of texts may be written with commas: \`FLEETGRAPH_ROLES=gateway,collector\`.
`;

const footer = () => `## Default kinds

Collected by default, by API group:

${defaultKinds()}

Kinds whose CRD has the label \`gateway.networking.k8s.io/policy\` are collected, too ([policies](policy.md)).

fleetgraph requests only the metadata of ConfigMaps and Secrets. Coverage names kinds that the collector may not list,
and the cluster counts as indexed without them ([operations](operations.md#a-kind-that-the-collector-may-not-list)).

\`kinds.include\` adds kinds as \`plural.group\` (\`pods\`, \`kustomizations.kustomize.toolkit.fluxcd.io\`). \`*\` adds every kind
that a cluster serves and that can be watched. \`kinds.exclude\` removes kinds. When a CRD is installed or removed later,
the collector starts or stops collecting its kind by itself.

Some kinds are left out of \`*\`; coverage, the log of the collector and \`fleetgraph clusters\` name them
([operations](operations.md#kinds-that-are-left-out)).
`;

/** Kinds that are collected by default, as text. */
function defaultKinds(): string {
  const kinds = KINDS.filter(({ indexedAs }) => indexedAs !== undefined);
  const groups = Map.groupBy(kinds, ({ group }) => group);
  return [...groups.keys()]
    .toSorted()
    .map(group =>
      wrapped(
        `- ${group === '' ? 'core' : `\`${group}\``}: ${groups
          .get(group)!
          .map(({ kind }) => kind)
          .toSorted()
          .join(', ')}`,
      ),
    )
    .join('\n');
}
