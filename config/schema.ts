/**
 * The configuration: one validated type, its defaults, and the texts from which docs/configuration.md is generated.
 *
 * Every object is strict, so that a misspelt key is an error. Paths are as written; load.ts makes them absolute. Clusters and authenticators, which are
 * long, have files of their own.
 */
import { z } from 'zod';
import { ACTIONS } from '../schema/actions.ts';
import { subgraphUrlProblem } from '../schema/subgraph-url.ts';
import { LOG_LEVELS } from '../telemetry/log.ts';
import { authenticator } from './authenticators.ts';
import { cluster, clusterSource } from './clusters.ts';
import { statusRules } from './status-rules.ts';
import { clusterName, duration, isNetwork, positive } from './values.ts';

const port = z.number().int().min(0).max(65_535);
const groupResource = z
  .string()
  .regex(/^(\*|[a-z0-9-]+(\.[a-z0-9.-]+)?)$/, 'write plural.group, for example pods or kustomizations.kustomize.toolkit.fluxcd.io, or *');

const origin = z.string().refine(text => URL.canParse(text) && /^https?:$/.test(new URL(text).protocol) && new URL(text).origin === text, {
  error: 'write an origin as browsers do: https://dashboard.example.org, with the port if it is not the usual one, and nothing behind it',
});

/** Of the gateway; as the first part of a public path they would have two meanings where a proxy strips it. */
const OWN_PATHS = ['graphql', 'graphiql', 'auth', 'assets', 'livez', 'readyz', 'metrics'];
const PUBLIC_URL = /^https?:\/\/[^/?#]+((?:\/[A-Za-z0-9._~-]+)*)\/?$/;

/** Without a slash at its end. */
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
  // As browsers write them: in lower case, without the usual port, and without dots.
  return text.startsWith(origin) && pathname.replace(/\/$/, '') === path;
}

const network = z.string().refine(isNetwork, { error: 'write an address, or a network as 10.0.0.0/24 or 2001:db8::/64' });

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
          username: z.string().optional().describe('The ACL user of the Sentinels, where they have users of their own.'),
          passwordEnv: z.string().optional().describe('The environment variable that holds the password of the Sentinels.'),
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
            .describe('PEM file of the authorities that sign the certificates of Redis. Default: those that Node knows.'),
          certFile: z.string().min(1).optional().describe('PEM file of the client certificate, where Redis asks for one.'),
          keyFile: z.string().min(1).optional().describe('PEM file of its key.'),
        })
        .optional()
        .describe(
          'Turns TLS on, for Sentinels as well. `rediss://` alone is enough for authorities that Node knows. fleetgraph reads the files anew for every connection.',
        ),
    }),
  ],
  'a store has type memory or redis',
);

/** Headers that the gateway or its HTTP client sets itself. */
const OWN_HEADERS = [
  'host',
  'connection',
  'content-length',
  'content-type',
  'transfer-encoding',
  'upgrade',
  'accept',
  'expect',
  'te',
  'traceparent',
  'x-request-id',
];

const subgraph = z.strictObject({
  name: z
    .string()
    .regex(/^[A-Za-z][A-Za-z0-9_-]{0,63}$/, 'a subgraph name begins with a letter and has letters, digits, _ and -, 64 at most')
    .describe('The name of the subgraph in the supergraph.'),
  url: z
    .string()
    .superRefine((text, context) => {
      const problem = subgraphUrlProblem(text);
      if (problem !== undefined) context.addIssue({ code: 'custom', message: problem });
    })
    .optional()
    .describe('Where it answers GraphQL over HTTP. Not together with `supergraph`, which has the URL.'),
  schema: z.string().min(1).optional().describe('Its SDL file; relative to this file. Not together with `supergraph`.'),
  timeout: duration
    .refine(ms => ms > 0, { error: 'write at least 1ms' })
    .optional()
    .describe("How long fleetgraph waits for one of its answers, within the request's deadline. Default: 5s."),
  concurrency: positive
    .max(10_000)
    .optional()
    .describe('Requests to it at once, and so connections. One caller gets at most half of them. Default: 32.'),
  maxBytes: positive
    .max(512 * 1024 * 1024)
    .optional()
    .describe(
      'The largest answer in bytes, decompressed. A mebibyte of small objects keeps the process busy for about 0.1 s. Default: 1048576.',
    ),
  headers: z
    .array(
      z.strictObject({
        name: z
          .string()
          .regex(/^[A-Za-z0-9!#$%&'*+.^_`|~-]{1,100}$/, 'a header name has letters, digits and -')
          .refine(name => !OWN_HEADERS.includes(name.toLowerCase()), { error: 'the gateway writes this header itself; leave it out' })
          .describe('The name of the header.'),
        env: z.string().min(1).describe('The environment variable that holds its value.'),
      }),
    )
    .default([])
    .describe('Headers to send with each request, for instance the credentials of the gateway. fleetgraph sends nothing of the caller.'),
  caFile: z.string().min(1).optional().describe('PEM file of the authorities that sign its certificate. Default: those that Node knows.'),
  certFile: z.string().min(1).optional().describe('PEM file of a client certificate, where the subgraph asks for one.'),
  keyFile: z.string().min(1).optional().describe('PEM file of its key.'),
});

const ROLES = ['gateway', 'collector'] as const;

export const configSchema = z.strictObject({
  server: z
    .strictObject({
      host: z.string().min(1).default('127.0.0.1').describe('The address to listen on.'),
      port: port.default(4000).describe('The port to listen on; 0 takes any free one.'),
      operations: z
        .strictObject({
          host: z.string().min(1).optional().describe('The address to listen on. Default: `server.host`.'),
          port: port
            .optional()
            .describe('The port to listen on; 0 takes any free one. Default: 9464; any free one where `server.port` is 0.'),
        })
        .prefault({})
        .describe('The listener of /metrics, /livez and /readyz. It needs no credentials, so let monitoring and probes alone reach it.'),
      tls: z
        .strictObject({
          certFile: z.string().min(1).describe('PEM file of the certificate, and of those between it and its authority.'),
          keyFile: z.string().min(1).describe('PEM file of its key.'),
          clientCaFile: z
            .string()
            .min(1)
            .optional()
            .describe('PEM file of the authorities that sign client certificates. Default: nobody is asked for one.'),
        })
        .optional()
        .describe('Serves HTTPS, and HTTP no more. fleetgraph reads the files anew every five seconds.'),
      drainTime: duration
        .optional()
        .describe(
          'On SIGTERM a gateway goes on answering for this long after /readyz says 503, so that load balancers have left. Default: 5s; 0s where `server.host` is a loopback address.',
        ),
      readyTimeout: duration
        .prefault('2m')
        .describe('/readyz waits for the first complete index, and no longer than this; 0s: it does not wait.'),
      publicUrl: publicUrl
        .optional()
        .describe(
          'Where browsers reach fleetgraph: `https://fleet.example.org`, or below a path, `https://tools.example.org/fleetgraph`. For signing in, and for a path.',
        ),
      trustedProxies: z
        .array(network)
        .max(100)
        .default([])
        .describe(
          'Addresses and networks (CIDR) of the proxies before fleetgraph, which name their clients in `X-Forwarded-For`. fleetgraph shares its time among clients without credentials by this address. It never identifies a caller.',
        ),
      cors: z
        .strictObject({
          origins: z
            .array(origin)
            .max(100)
            .default([])
            .describe('Origins whose pages may ask the graph from a browser: `https://dashboard.example.org`.'),
        })
        .prefault({})
        .describe('Pages of other origins.'),
    })
    .prefault({}),
  roles: z
    .array(z.enum(ROLES))
    .min(1)
    .default([...ROLES])
    .describe('What this process does. Splitting the roles needs a Redis store.'),
  store: store.default({ type: 'memory' }).describe('Where the index lives: in this process, or in Redis.'),
  clusters: z.array(cluster).default([]).describe('The leaf clusters.'),
  administrators: z
    .strictObject({
      cluster: clusterName.describe(
        'The cluster whose RBAC decides: whoever may list `registrations.fleetgraph.dev` there sees how all clusters are registered.',
      ),
    })
    .optional()
    .describe('Who may see how all clusters are registered and what is wrong with it. Default: nobody.'),
  clusterSources: z
    .array(clusterSource)
    .default([])
    .describe(
      'Where more leaf clusters are registered; they come and go at run time. A cluster keeps its name. Where several sources name a new one, the earliest has it.',
    ),
  duplicates: z
    .enum(['refuse', 'allow'])
    .default('refuse')
    .describe(
      'Whether clusters are collected that have the same API server as one that is collected already, under another name. Their rows are there twice then.',
    ),
  authentication: z.array(authenticator).prefault([]).describe('How callers prove who they are; tried in order.'),
  sessions: z
    .strictObject({
      secretEnv: z
        .string()
        .min(1)
        .optional()
        .describe(
          'The environment variable that holds the secret with which sessions are sealed, 32 characters or more, the same for all replicas. ' +
            'Default: replicas share a random one in Redis (`store.type: redis`), and who may read Redis can open a copied cookie; ' +
            'with `store.type: memory` sessions end with the process.',
        ),
      maxAge: duration.prefault('12h').describe('How long after its sign-in a session ends at the latest, however often it was renewed.'),
    })
    .prefault({})
    .describe('Of browsers (`authentication[].signIn`).'),
  identity: z
    .strictObject({
      allowSystemMasters: z.boolean().default(false).describe('Let an authenticator give out `system:masters`, which no RBAC restricts.'),
      groups: z
        .strictObject({
          include: z.array(z.string().min(1)).default(['*']).describe('Groups that count; `*` stands for any text, as in `team-*`.'),
          exclude: z.array(z.string().min(1)).default([]).describe('Groups that do not count all the same.'),
        })
        .prefault({})
        .describe(
          'Which groups of callers count, by their names in fleetgraph (with `groupPrefix`). The others are left out ' +
            'everywhere: no binding to them shows anything, and fleetgraph needs no right to impersonate them.',
        ),
    })
    .prefault({}),
  rbac: z
    .strictObject({
      maxAge: duration.prefault('10m').describe('A cluster that has not confirmed its grants for this long shows nothing.'),
      audit: z
        .strictObject({
          perMinute: z
            .number()
            .int()
            .min(0)
            .max(6_000)
            .default(60)
            .describe(
              "How many decisions of the index it compares with the clusters' own (SubjectAccessReview) in a minute; 0 compares none.",
            ),
        })
        .prefault({})
        .describe('The drift auditor.'),
    })
    .prefault({}),
  kinds: z
    .strictObject({
      include: z
        .array(groupResource)
        .default([])
        .describe(
          'Kinds to collect beside the defaults, as `plural.group`; `*` is everything that a cluster serves and that can be watched.',
        ),
      exclude: z.array(groupResource).default([]).describe('Kinds not to collect.'),
      types: z
        .array(z.string().min(1))
        .default([])
        .describe(
          'Files with the types of more kinds for `live.resource`, as `fleetgraph schema generate` writes them; relative to this file.',
        ),
    })
    .prefault({}),
  status: z.strictObject({ rules: statusRules }).prefault({}),
  graphql: z
    .strictObject({
      introspection: z
        .boolean()
        .default(true)
        .describe('Whether authenticated callers may read the schema. If not, errors do not suggest names like the one that was guessed.'),
      graphiql: z.boolean().default(true).describe('Whether there is a GraphiQL at `/graphiql`.'),
      trustedDocuments: z
        .strictObject({
          file: z
            .string()
            .min(1)
            .describe('A JSON object from document id to document, as client generators write it. The path is relative to this file.'),
          mode: z
            .enum(['strict', 'log'])
            .default('strict')
            .describe('`strict` runs nothing else. `log` runs everything, and logs once each document that is not in the file.'),
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
          'Whether the graph may change objects, as the asking user: their cluster decides about each. If not, mutations are refused.',
        ),
      allow: z
        .array(z.enum(ACTIONS))
        .default([...ACTIONS])
        .describe('What it may do. `Query.actions` tells it to clients.'),
    })
    .prefault({}),
  explorer: z
    .strictObject({
      views: z
        .array(
          z.strictObject({
            name: z.string().trim().min(1).max(80).describe('What its menu calls it. Unique.'),
            query: z.string().max(1_000).describe('As typed into the query box: `status:failed cluster:eu-*`.'),
          }),
        )
        .max(50)
        .default([])
        .superRefine((views, context) => {
          const twice = views.find(({ name }, index) => views.findIndex(it => it.name === name) < index);
          if (twice) context.addIssue({ code: 'custom', message: `There are two views "${twice.name}". Give each a name of its own.` });
        })
        .describe('Views in the menu of everybody, whatever they may see; so let no name or query hold what not everybody may know.'),
    })
    .prefault({}),
  subgraphs: z
    .array(subgraph)
    .prefault([])
    .describe('Your own subgraphs, which fleetgraph composes with its own. With `supergraph`: how to reach its subgraphs over HTTP.'),
  supergraph: z.string().min(1).optional().describe('A ready supergraph file; fleetgraph then composes none.'),
  limits: z
    .strictObject({
      requestTimeout: duration.prefault('10s').describe('The time budget of a request; leaves get what is left of it.'),
      bodyBytes: positive.default(1_000_000).describe('Largest request body.'),
      concurrentRequests: positive.default(256).describe('Requests at once; the gateway refuses more with 503.'),
      operationCost: positive
        .default(300_000)
        .describe('Most that one operation may cost, by the prices of the schema; the unit is about a microsecond.'),
      costBudget: positive.default(5_000_000).describe('What one caller may spend on operations in a window.'),
      costWindow: duration.prefault('10s').describe('How long it takes until a spent budget is full again.'),
      answerBytes: positive.default(16 * 1024 * 1024).describe('Most bytes of an answer, of the index and of live objects together.'),
      answerTimeout: duration.prefault('10s').describe('How long a client may take to read an answer.'),
      depth: positive.default(15).describe('Deepest selection.'),
      tokens: positive.default(4_000).describe('Most tokens in a document.'),
      aliases: positive.default(30).describe('Most aliases in a document.'),
      directives: positive.default(50).describe('Most directives in a document.'),
      clusters: positive.default(2_000).describe('Most clusters that configuration and sources may register together.'),
      clusterBytes: positive
        .default(512 * 1024 * 1024)
        .describe(
          'Approximate memory limit, in bytes, for the rows and RBAC of one cluster in a process that collects and answers. One kind gets at most half. Objects over the limit are left out, and coverage reports it.',
        ),
      leafTimeout: duration.prefault('5s').describe('How long fleetgraph waits for one answer of a leaf.'),
      liveObjects: positive
        .default(2_000)
        .describe(
          'Most objects that one request may read live; events about an object, its columns, a log of a Pod and a question about a right count as one more each.',
        ),
      liveBytes: positive.default(64 * 1024 * 1024).describe('Most bytes of live objects that one request may hold at once.'),
      logBytes: positive.default(1024 * 1024).describe('Most bytes of one log; of a longer one the rest is left out, which is said.'),
      followedLogs: positive
        .default(200)
        .describe(
          'Logs of Pods that are followed at once in this process, each by a connection to its leaf; one caller gets at most half.',
        ),
      followedLogBytes: positive
        .default(64 * 1024 * 1024)
        .describe('Most bytes of a log that one subscription reads of its leaf; then it ends, which is said, and may be begun again.'),
      actionObjects: positive.default(100).describe('Most objects that one request may act on.'),
      subscriptions: positive.default(20_000).describe('Subscriptions at once in this process.'),
      subscriptionsPerCaller: positive.default(100).describe('Subscriptions at once of one caller.'),
      subscriptionDuration: duration
        .prefault('1h')
        .describe('How long a subscription lasts at the most; then its client connects again, with the identity of that moment.'),
      changesPerPayload: positive.default(10_000).describe('Most changes that objectChanges tells at once; more are a reset.'),
      resumeWindow: duration.prefault('10m').describe('How long objectChanges can go on from a token.'),
      resumeChanges: positive
        .default(100_000)
        .describe('How many changes back objectChanges can go on from a token, of all clusters together; about a kilobyte of memory each.'),
      leafConcurrency: positive.default(16).describe('Requests at once to one leaf on behalf of users; one user alone gets half of them.'),
    })
    .prefault({}),
  log: z
    .strictObject({
      level: z.enum(LOG_LEVELS).default('info').describe('How much to log.'),
      requests: z
        .boolean()
        .default(false)
        .describe('Whether each request for the graph gets a line that says who asked what; needs level `info` or `debug`.'),
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
              'Where traces are sent by OTLP over HTTP, for example http://otel-collector:4318/v1/traces. Without it OTEL_EXPORTER_OTLP_TRACES_ENDPOINT and OTEL_EXPORTER_OTLP_ENDPOINT say it, and without those nothing is traced.',
            ),
          ratio: z
            .number()
            .min(0)
            .max(1)
            .optional()
            .describe(
              'The part of the requests that are traced; a client that sends a traceparent decides for its own. Without it OTEL_TRACES_SAMPLER says it, and without that all are.',
            ),
        })
        .prefault({})
        .describe('Traces of requests, by OpenTelemetry.'),
      metrics: z
        .strictObject({
          objects: z
            .boolean()
            .default(false)
            .describe(
              'Whether /metrics of a gateway counts objects by cluster, kind and status (`fleetgraph_objects`). Whoever reads the metrics then learns the names of all clusters and kinds.',
            ),
        })
        .prefault({})
        .describe('Metrics that are not for every installation.'),
    })
    .prefault({}),
});

export type Config = z.output<typeof configSchema>;
export type SubgraphConfig = Config['subgraphs'][number];
export type ClusterSourceConfig = Config['clusterSources'][number];
export type AuthenticatorConfig = Config['authentication'][number];
