/**
 * The configuration as one validated type with defaults. docs/configuration.md is generated from its texts.
 *
 * Every object is strict, so that a misspelled key is an error. Paths of files stay as written. The long parts are in
 * separate files.
 */
import { z } from 'zod';
import { ACTIONS } from '../schema/actions.ts';
import { subgraphUrlProblem } from '../schema/subgraph-url.ts';
import { LOG_LEVELS } from '../telemetry/log.ts';
import { authenticator } from './authenticators.ts';
import { cluster, clusterSource } from './clusters.ts';
import { explorerExtension } from './explorer-extension.ts';
import { mesh, prometheus, usage } from './prometheus.ts';
import { statusRules } from './status-rules.ts';
import { byteSize, clusterName, duration, headerName, isNetwork, positive } from './values.ts';

const port = z.number().int().min(0).max(65_535);
const groupResource = z
  .string()
  .regex(
    /^(\*|[a-z0-9-]+(\.[a-z0-9.-]+)?)$/,
    'write plural.group, for example pods or kustomizations.kustomize.toolkit.fluxcd.io, or *',
  );

const origin = z
  .string()
  .refine(text => URL.canParse(text) && /^https?:$/.test(new URL(text).protocol) && new URL(text).origin === text, {
    error:
      'write an origin as browsers do: https://dashboard.example.org, with the port if it is not the usual one, and nothing behind it',
  });

/**
 * First path segments that the gateway uses itself. A public path must not start with one of them. If a proxy strips
 * the public path, such a path would be ambiguous.
 */
const OWN_PATHS = ['graphql', 'graphiql', 'auth', 'assets', 'ingest', 'livez', 'readyz', 'metrics'];
const PUBLIC_URL = /^https?:\/\/[^/?#]+((?:\/[A-Za-z0-9._~-]+)*)\/?$/;

/** The public URL, without a slash at its end. */
const publicUrl = z
  .string()
  .refine(isPublicUrl, {
    error: `write https://fleet.example.org, or with a path of letters, digits and ._~- that begins with none of ${OWN_PATHS.join(', ')}: https://tools.example.org/fleetgraph`,
  })
  .transform(text => text.replace(/\/$/, ''));

function isPublicUrl(text: string): boolean {
  const path = PUBLIC_URL.exec(text)?.[1];
  if (path === undefined || !URL.canParse(text) || OWN_PATHS.includes(path.split('/')[1] ?? '')) return false;
  const { origin, pathname } = new URL(text);
  // Accept only the form that browsers write: in lower case, without the default port and without dot segments.
  return text.startsWith(origin) && pathname.replace(/\/$/, '') === path;
}

const network = z
  .string()
  .refine(isNetwork, { error: 'write an address, or a network as 10.0.0.0/24 or 2001:db8::/64' });

const store = z.discriminatedUnion(
  'type',
  [
    z.strictObject({ type: z.literal('memory') }),
    z.strictObject({
      type: z.literal('redis'),
      url: z
        .string()
        .regex(/^rediss?:\/\//, 'write redis://host:port or rediss:// for TLS')
        .optional()
        .describe('URL of a single server.'),
      cluster: z.array(z.string().min(1)).min(1).optional().describe('Seed nodes of a Redis Cluster, host:port.'),
      sentinel: z
        .strictObject({
          name: z.string().min(1).describe('Name of the master.'),
          sentinels: z.array(z.string().min(1)).min(1).describe('Sentinels, host:port.'),
          username: z.string().optional().describe('The ACL user for the Sentinels, if they have separate users.'),
          passwordEnv: z
            .string()
            .optional()
            .describe('The environment variable that holds the password of the Sentinels.'),
        })
        .optional()
        .describe('A master behind Sentinel.'),
      username: z.string().optional().describe('The ACL user.'),
      passwordEnv: z.string().optional().describe('The environment variable that holds the password.'),
      tls: z
        .strictObject({
          caFile: z
            .string()
            .min(1)
            .optional()
            .describe(
              'PEM file with the authorities that sign the certificates of Redis. Default: the authorities that Node trusts.',
            ),
          certFile: z.string().min(1).optional().describe('PEM file of the client certificate, if Redis requires one.'),
          keyFile: z.string().min(1).optional().describe('PEM file with the key of the certificate.'),
        })
        .optional()
        .describe(
          'Turns on TLS, also for Sentinels. `rediss://` alone is enough for authorities that Node trusts. fleetgraph reads the files again for every connection.',
        ),
    }),
  ],
  'a store has type memory or redis',
);

const subgraph = z.strictObject({
  name: z
    .string()
    .regex(
      /^[A-Za-z][A-Za-z0-9_-]{0,63}$/,
      'a subgraph name begins with a letter and has letters, digits, _ and -, 64 at most',
    )
    .describe('The name of the subgraph in the supergraph.'),
  url: z
    .string()
    .superRefine((text, context) => {
      const problem = subgraphUrlProblem(text);
      if (problem !== undefined) context.addIssue({ code: 'custom', message: problem });
    })
    .optional()
    .describe('URL at which the subgraph answers GraphQL over HTTP. Omit it with `supergraph`, which has the URL.'),
  schema: z
    .string()
    .min(1)
    .optional()
    .describe('SDL file of the subgraph, relative to this file. Omit it with `supergraph`.'),
  timeout: duration
    .refine(ms => ms > 0, { error: 'write at least 1ms' })
    .optional()
    .describe(
      "How long fleetgraph waits for one response of the subgraph, within the request's deadline. Default: 5s.",
    ),
  concurrency: positive
    .max(10_000)
    .optional()
    .describe(
      'Concurrent requests to the subgraph, and so connections. One caller gets at most half of them. Default: 32.',
    ),
  maxBytes: positive
    .max(512 * 1024 * 1024)
    .optional()
    .describe(
      'Maximum response size in bytes, decompressed. Parsing a mebibyte of small objects blocks other callers for 3 ms. Default: 1048576.',
    ),
  headers: z
    .array(
      z.strictObject({
        name: headerName,
        env: z.string().min(1).describe('The environment variable that holds the value.'),
      }),
    )
    .default([])
    .describe(
      'Headers to send with each request, for instance credentials of the gateway. fleetgraph forwards no headers or credentials of the caller.',
    ),
  caFile: z
    .string()
    .min(1)
    .optional()
    .describe(
      'PEM file with the authorities that sign the server certificate. Default: the authorities that Node trusts.',
    ),
  certFile: z.string().min(1).optional().describe('PEM file of the client certificate, if the subgraph requires one.'),
  keyFile: z.string().min(1).optional().describe('PEM file with the key of the certificate.'),
});

const ROLES = ['gateway', 'collector', 'mover'] as const;

const placementHub = z.strictObject({
  cluster: clusterName.describe('The name of the cluster that is the hub.'),
  engine: z.enum(['ocm', 'karmada']).describe('The engine: `ocm` for Open Cluster Management, or `karmada`.'),
  members: z
    .record(z.string().min(1).max(253), clusterName)
    .default({})
    .superRefine((members, context) => {
      const by = new Map<string, string>();
      for (const [member, cluster] of Object.entries(members)) {
        const other = by.get(cluster);
        const message = `${cluster} is already the cluster of member ${other}; each member is a cluster of its own`;
        if (other !== undefined) context.addIssue({ code: 'custom', path: [member], message });
        by.set(cluster, member);
      }
    })
    .describe(
      'Registered clusters by the names of members. A member without an entry is the cluster of the same name.',
    ),
});

export const configSchema = z.strictObject({
  server: z
    .strictObject({
      host: z.string().min(1).default('127.0.0.1').describe('The address to listen on.'),
      port: port.default(4000).describe('The port to listen on; 0 picks a free port.'),
      operations: z
        .strictObject({
          host: z.string().min(1).optional().describe('The address to listen on. Default: `server.host`.'),
          port: port
            .optional()
            .describe(
              'The port to listen on; 0 picks a free port. Default: 9464, or a free port if `server.port` is 0.',
            ),
        })
        .prefault({})
        .describe(
          'The listener for /metrics, /livez and /readyz. It needs no credentials, so let only monitoring and probes reach it.',
        ),
      tls: z
        .strictObject({
          certFile: z.string().min(1).describe('PEM file with the certificate and its intermediate certificates.'),
          keyFile: z.string().min(1).describe('PEM file with the key of the certificate.'),
          clientCaFile: z
            .string()
            .min(1)
            .optional()
            .describe(
              'PEM file with the authorities that sign client certificates. Default: client certificates are not requested.',
            ),
        })
        .optional()
        .describe('Serves HTTPS instead of HTTP. fleetgraph reads the files again every five seconds.'),
      drainTime: duration
        .optional()
        .describe(
          'After SIGTERM, /readyz answers 503 and the gateway continues to answer for this long, so that load balancers can remove it. Default: 5s; 0s if `server.host` is a loopback address.',
        ),
      readyTimeout: duration
        .prefault('2m')
        .describe('How long /readyz waits for the first complete index, at most. 0s: it does not wait.'),
      publicUrl: publicUrl
        .optional()
        .describe(
          'URL at which browsers reach fleetgraph: `https://fleet.example.org`, or with a path, `https://tools.example.org/fleetgraph`. Required for signing in and for serving below a path.',
        ),
      trustedProxies: z
        .array(network)
        .max(100)
        .default([])
        .describe(
          'Addresses and networks (CIDR) of the proxies in front of fleetgraph, which name their clients in `X-Forwarded-For`. fleetgraph shares its time among clients without credentials by client address. The address never identifies a caller.',
        ),
      cors: z
        .strictObject({
          origins: z
            .array(origin)
            .max(100)
            .default([])
            .describe('Origins whose pages may query the graph from a browser: `https://dashboard.example.org`.'),
        })
        .prefault({})
        .describe('Access for web pages of other origins.'),
    })
    .prefault({}),
  roles: z
    .array(z.enum(ROLES))
    .min(1)
    .default(['gateway', 'collector'])
    .describe('Roles of this process. Separate roles need a Redis store. `mover` needs `placement.mover.enabled`.'),
  store: store.default({ type: 'memory' }).describe('Where the index lives: in this process, or in Redis.'),
  clusters: z.array(cluster).default([]).describe('The leaf clusters.'),
  administrators: z
    .strictObject({
      cluster: clusterName.describe(
        'The cluster whose RBAC decides: users who may list `registrations.fleetgraph.dev` there see the registrations of all clusters.',
      ),
    })
    .optional()
    .describe('Who may see the registrations of all clusters and their problems. Default: nobody.'),
  clusterSources: z
    .array(clusterSource)
    .default([])
    .describe(
      'Sources of more leaf clusters, which can be added and removed at run time. A cluster keeps its name. If several sources compete for a new name, the first source gets it.',
    ),
  duplicates: z
    .enum(['refuse', 'allow'])
    .default('refuse')
    .describe('Whether to collect an API server again under a second name. With `allow`, its rows exist twice.'),
  authentication: z.array(authenticator).prefault([]).describe('Authenticators of callers, tried in order.'),
  sessions: z
    .strictObject({
      secretEnv: z
        .string()
        .min(1)
        .optional()
        .describe(
          'The environment variable that holds the secret that encrypts sessions: 32 characters or more, identical on all replicas. ' +
            'Default: replicas share a random secret in Redis (`store.type: redis`), and anyone who may read Redis can open a copied cookie; ' +
            'with `store.type: memory` sessions end with the process.',
        ),
      maxAge: duration.prefault('12h').describe('Maximum duration of a session since sign-in, including renewals.'),
    })
    .prefault({})
    .describe('Browser sessions (`authentication[].signIn`).'),
  identity: z
    .strictObject({
      allowSystemMasters: z
        .boolean()
        .default(false)
        .describe('Whether authenticators may assign the group `system:masters`, which RBAC cannot restrict.'),
      groups: z
        .strictObject({
          include: z
            .array(z.string().min(1))
            .default(['*'])
            .describe('Groups to keep; `*` matches any text, as in `team-*`.'),
          exclude: z.array(z.string().min(1)).default([]).describe('Groups to drop even if `include` matches them.'),
        })
        .prefault({})
        .describe(
          'Which groups of callers to keep, by their names in fleetgraph (with `groupPrefix`). All other groups are dropped ' +
            'everywhere: bindings to them have no effect, and fleetgraph needs no right to impersonate them.',
        ),
    })
    .prefault({}),
  rbac: z
    .strictObject({
      maxAge: duration
        .prefault('10m')
        .describe(
          'Maximum age of the grants of a cluster. A cluster whose grants were not confirmed for this long shows nothing.',
        ),
      audit: z
        .strictObject({
          perMinute: z
            .number()
            .int()
            .min(0)
            .max(6_000)
            .default(60)
            .describe(
              'Decisions per minute that the auditor compares with a SubjectAccessReview of the cluster. 0 turns the auditor off.',
            ),
        })
        .prefault({})
        .describe('The drift auditor, which compares decisions of the index with decisions of the clusters.'),
    })
    .prefault({}),
  kinds: z
    .strictObject({
      include: z
        .array(groupResource)
        .default([])
        .describe(
          'Kinds to collect in addition to the defaults, as `plural.group`. `*` means every kind that a cluster serves and that can be watched.',
        ),
      exclude: z.array(groupResource).default([]).describe('Kinds not to collect.'),
      types: z
        .array(z.string().min(1))
        .default([])
        .describe(
          'Files with types of more kinds for `live.resource`, written by `fleetgraph schema generate`. Paths are relative to this file.',
        ),
    })
    .prefault({}),
  status: z.strictObject({ rules: statusRules }).prefault({}),
  graphql: z
    .strictObject({
      introspection: z
        .boolean()
        .default(true)
        .describe('Whether authenticated callers may read the schema. If false, errors also suggest no similar names.'),
      graphiql: z.boolean().default(true).describe('Whether to serve GraphiQL at `/graphiql`.'),
      trustedDocuments: z
        .strictObject({
          file: z
            .string()
            .min(1)
            .describe(
              'JSON file that maps document ids to documents, as client generators write it. The path is relative to this file.',
            ),
          mode: z
            .enum(['strict', 'log'])
            .default('strict')
            .describe(
              '`strict` runs only documents in the file. `log` runs all documents, and logs once each document that is not in the file.',
            ),
        })
        .optional()
        .describe('Documents that clients run by their `documentId`.'),
    })
    .prefault({}),
  mutations: z
    .strictObject({
      enabled: z
        .boolean()
        .default(false)
        .describe(
          'Whether the graph may change objects, with the identity of the caller: the cluster decides on each change. If false, mutations are refused.',
        ),
      allow: z
        .array(z.enum(ACTIONS))
        .default([...ACTIONS])
        .describe('Actions that callers may use. `Query.actions` lists them for clients.'),
    })
    .prefault({}),
  explorer: z
    .strictObject({
      views: z
        .array(
          z.strictObject({
            name: z.string().trim().min(1).max(80).describe('Name of the view in the menu. Unique.'),
            query: z
              .string()
              .max(1_000)
              .optional()
              .describe('Query as typed into the query box: `status:failed cluster:eu-*`.'),
            search: z
              .string()
              .max(4_000)
              .regex(/^\?/, 'expected the part of the address from "?" on')
              .optional()
              .describe(
                'Instead of `query`: the address of the list from `?` on, with groups, order and columns. "Export as configuration" in the Explorer writes it.',
              ),
          }),
        )
        .max(50)
        .default([])
        .superRefine((views, context) => {
          const twice = views.find(({ name }, index) => views.findIndex(it => it.name === name) < index);
          for (const { name, query, search } of views)
            if ((query === undefined) === (search === undefined))
              context.addIssue({
                code: 'custom',
                message: `The view "${name}" needs either query or search. Set one of them.`,
              });
          if (twice)
            context.addIssue({ code: 'custom', message: `Two views are named "${twice.name}". Rename one of them.` });
        })
        .describe(
          'Views in the menu of all users. All users see their names and queries, so put nothing confidential into them.',
        ),
      extensions: z
        .array(explorerExtension)
        .max(20)
        .default([])
        .superRefine((extensions, context) => {
          const twice = extensions.find(({ name }, index) => extensions.findIndex(it => it.name === name) < index);
          if (twice)
            context.addIssue({
              code: 'custom',
              message: `Two extensions are named "${twice.name}". Rename one of them.`,
            });
        })
        .describe(
          'Modules that add pages and cards to the Explorer ([extensions](explorer.md#extensions)). A module runs with the rights of each user who opens it. Everybody who can reach the Explorer can read this list.',
        ),
    })
    .prefault({}),
  subgraphs: z
    .array(subgraph)
    .prefault([])
    .describe(
      'Your own subgraphs, which fleetgraph composes with its built-in subgraphs. With `supergraph`: how to reach its subgraphs over HTTP.',
    ),
  supergraph: z
    .string()
    .min(1)
    .optional()
    .describe('File with a composed supergraph. fleetgraph then does not compose one itself.'),
  limits: z
    .strictObject({
      requestTimeout: duration
        .prefault('10s')
        .describe('Deadline of a request. Requests to leaves get the time that is left.'),
      bodyBytes: positive.default(1_000_000).describe('Maximum size of a request body in bytes.'),
      concurrentRequests: positive
        .default(256)
        .describe('Maximum concurrent requests. The gateway refuses further requests with 503.'),
      operationCost: positive
        .default(300_000)
        .describe('Maximum cost of one operation, by the prices of the schema. The unit is about a microsecond.'),
      costBudget: positive.default(5_000_000).describe('Cost that one caller may spend on operations in `costWindow`.'),
      costWindow: duration.prefault('10s').describe('Time after which a spent budget is full again.'),
      answerBytes: positive
        .default(16 * 1024 * 1024)
        .describe('Maximum size of an answer in bytes, for rows and live objects together.'),
      answerTimeout: duration.prefault('10s').describe('Maximum time that a client may take to read an answer.'),
      depth: positive.default(15).describe('Maximum depth of selections.'),
      tokens: positive.default(4_000).describe('Maximum number of tokens in a document.'),
      aliases: positive.default(30).describe('Maximum number of aliases in a document.'),
      directives: positive.default(50).describe('Maximum number of directives in a document.'),
      clusters: positive
        .default(2_000)
        .describe('Maximum number of clusters, from configuration and sources together.'),
      clusterBytes: positive
        .default(512 * 1024 * 1024)
        .describe(
          'Approximate memory limit, in bytes, for the rows and RBAC of one cluster in a process that collects and answers. One kind gets at most half. Objects over the limit are left out, and coverage reports it.',
        ),
      leafTimeout: duration.prefault('5s').describe('How long fleetgraph waits for one response of a leaf.'),
      liveObjects: positive
        .default(2_000)
        .describe(
          'Maximum number of objects that one request may read live. Events of an object, its printed columns, a log of a Pod and an access check each count as one more.',
        ),
      liveBytes: positive
        .default(64 * 1024 * 1024)
        .describe('Maximum bytes of live objects that one request may hold at once.'),
      logBytes: positive
        .default(1024 * 1024)
        .describe('Maximum bytes of one log. A longer log is cut, and the answer says so.'),
      followedLogs: positive
        .default(200)
        .describe(
          'Maximum number of Pod logs that this process follows at once, each over its own connection to the leaf. One caller gets at most half.',
        ),
      followedLogBytes: positive
        .default(64 * 1024 * 1024)
        .describe(
          'Maximum bytes of a log that one subscription reads. Above it the subscription ends with a notice, and the client may start another.',
        ),
      policyBytes: positive
        .default(64 * 1024 * 1024)
        .describe(
          'Maximum bytes of topologies of policies that are kept for later queries, and of what policyChanges streams remember.',
        ),
      policyPaths: positive
        .default(100_000)
        .describe(
          'Maximum number of paths from Gateways to route rules in one cluster. The merged policies of a cluster may have ten times as many rules and policies in total. With more paths or rules, the cluster has no effective policies, and the answer says so.',
        ),
      actionObjects: positive.default(100).describe('Maximum number of objects that one request may act on.'),
      subscriptions: positive.default(20_000).describe('Maximum number of open subscriptions in this process.'),
      subscriptionsPerCaller: positive.default(100).describe('Maximum number of open subscriptions of one caller.'),
      subscriptionDuration: duration
        .prefault('1h')
        .describe(
          'Maximum duration of a subscription. Afterwards the client connects again and is authenticated anew.',
        ),
      changesPerPayload: positive
        .default(10_000)
        .describe('Maximum number of changes in one payload of objectChanges. More changes cause a reset.'),
      resumeWindow: duration.prefault('10m').describe('How long objectChanges can resume from a token.'),
      resumeChanges: positive
        .default(100_000)
        .describe(
          'Number of changes, over all clusters, after which objectChanges can no longer resume from a token. Each change takes about a kilobyte of memory.',
        ),
      leafConcurrency: positive
        .default(16)
        .describe('Maximum concurrent requests to one leaf on behalf of users. One user gets at most half of them.'),
      reportBytes: positive
        .max(64 * 1024 * 1024)
        .default(8 * 1024 * 1024)
        .describe('Maximum bytes of one report of an agent, unpacked.'),
      reportObjects: positive.max(100_000).default(5_000).describe('Maximum number of objects in one report.'),
      reportLineBytes: positive
        .max(1024 * 1024)
        .default(256 * 1024)
        .describe('Maximum bytes of one line of a report, and so of one object.'),
      reportTimeout: duration.prefault('30s').describe('Maximum time that an agent may take to send one report.'),
      reportGap: duration
        .prefault('5s')
        .describe('Minimum time between two reports of one cluster. An earlier report gets 429.'),
      reportsAtOnce: positive
        .default(8)
        .describe('Maximum number of reports that this process takes at once. Further reports get 503.'),
      meshBytes: byteSize
        .prefault('64MiB')
        .describe(
          'Maximum bytes of answers of Prometheus that this process keeps for all callers: a number, or as `64MiB`.',
        ),
    })
    .prefault({}),
  prometheus,
  mesh,
  usage,
  packages: z
    .strictObject({
      hubs: z
        .array(clusterName)
        .default([])
        .describe(
          'Names of the clusters that publish packages: their PackageRevisions of Porch are the intents of packages, and their Applications of Argo CD may apply to other clusters. Other clusters speak of themselves alone.',
        ),
    })
    .prefault({}),
  placement: z
    .strictObject({
      hubs: z
        .array(placementHub)
        .default([])
        .superRefine((hubs, context) => {
          const seen = new Set<string>();
          for (const [i, { cluster, engine }] of hubs.entries()) {
            const key = `${cluster}/${engine}`;
            const message = `${cluster} is already a hub of ${engine}; write one entry with all its members`;
            if (seen.has(key)) context.addIssue({ code: 'custom', path: [i, 'cluster'], message });
            seen.add(key);
          }
        })
        .describe(
          'Clusters on which Open Cluster Management or Karmada places workloads on member clusters. Other clusters place nothing, whatever objects they have.',
        ),
      mover: z
        .strictObject({
          enabled: z
            .boolean()
            .default(false)
            .describe(
              'Whether workloads are moved as annotations on objects of the hubs ask for it: by processes with the role `mover`, and by those that are both gateway and collector.',
            ),
          user: z
            .string()
            .min(1)
            .default('fleetgraph-mover')
            .describe(
              'The user that the mover is, on hubs and members. It has the rights that their RBAC gives to this user, and no others.',
            ),
          groups: z.array(z.string().min(1)).default([]).describe('The groups of that user.'),
          tokenFiles: z
            .record(clusterName, z.string().min(1))
            .default({})
            .describe(
              'Files with tokens of that user, by the names of clusters whose `identity.mode` is `passthrough`. Read before each request.',
            ),
          leaseNamespace: z
            .string()
            .min(1)
            .default('default')
            .describe(
              'The namespace of the Lease `fleetgraph-mover` on each hub, by which one process moves workloads there.',
            ),
          settle: duration
            .prefault('30s')
            .describe('How long new copies must be proved healthy without a break before old copies are removed.'),
          concurrent: z
            .int()
            .min(1)
            .max(1_000)
            .default(5)
            .describe(
              'How many moves of one hub may be under way at the same time. Further moves wait. One namespace gets at most half of these slots, rounded up. A move to a member also waits until the free slots outnumber the namespaces that move to this member.',
            ),
          overdue: duration
            .prefault('10m')
            .describe('How long a move may stay in one phase before the graph calls it overdue.'),
        })
        .prefault({}),
    })
    .prefault({}),
  log: z
    .strictObject({
      level: z.enum(LOG_LEVELS).default('info').describe('Log level.'),
      requests: z
        .boolean()
        .default(false)
        .describe(
          'Whether to log one line per GraphQL request with its user and operation. Needs level `info` or `debug`.',
        ),
    })
    .prefault({}),
  telemetry: z
    .strictObject({
      traces: z
        .strictObject({
          endpoint: z
            .url({ protocol: /^https?$/ })
            .optional()
            .describe(
              'URL that receives traces by OTLP over HTTP, for example http://otel-collector:4318/v1/traces. Default: OTEL_EXPORTER_OTLP_TRACES_ENDPOINT or OTEL_EXPORTER_OTLP_ENDPOINT. If none is set, nothing is traced.',
            ),
          ratio: z
            .number()
            .min(0)
            .max(1)
            .optional()
            .describe(
              'Fraction of the requests to trace. A client that sends a traceparent decides for its own requests. Default: OTEL_TRACES_SAMPLER; if that is not set, all requests are traced.',
            ),
        })
        .prefault({})
        .describe('OpenTelemetry traces of requests.'),
      metrics: z
        .strictObject({
          objects: z
            .boolean()
            .default(false)
            .describe(
              'Whether /metrics of a gateway counts objects by cluster, kind and status (`fleetgraph_objects`). Readers of the metrics then learn the names of all clusters and kinds.',
            ),
        })
        .prefault({})
        .describe('Optional metrics.'),
    })
    .prefault({}),
});

export type Config = z.output<typeof configSchema>;
export type ClusterConfig = Config['clusters'][number];
export type PrometheusConfig = Config['prometheus'][number];
export type SubgraphConfig = Config['subgraphs'][number];
export type ClusterSourceConfig = Config['clusterSources'][number];
export type AuthenticatorConfig = Config['authentication'][number];
