/**
 * The configuration: one validated type, its defaults, and the words that docs/configuration.md is generated from.
 *
 * Every object is strict, so that a misspelt key is an error and not a silence. Paths are given as written; load.ts makes them absolute.
 */
import { z } from 'zod';
import { subgraphUrlProblem } from '../schema/subgraph-url.ts';
import { LOG_LEVELS } from '../telemetry/log.ts';
import { parseDuration } from './duration.ts';

const duration = z.string({ error: 'a duration is a number and a unit: 500ms, 10s, 5m or 1h' }).transform((text, context) => {
  const ms = parseDuration(text);
  if (ms !== undefined) return ms;
  context.addIssue({ code: 'custom', message: `"${text}" is not a duration. Write a number and a unit: 500ms, 10s, 5m or 1h` });
  return z.NEVER;
});

const port = z.number().int().min(0).max(65_535);
const positive = z.number().int().positive();
/** A cluster name is part of every id, key and URL of the product. */
const clusterName = z
  .string()
  .regex(
    /^[A-Za-z0-9]([A-Za-z0-9_.@:/-]{0,251}[A-Za-z0-9])?$/,
    'a cluster name has 1 to 253 letters, digits and _ . @ : / -, and begins and ends with a letter or digit',
  );
const groupResource = z
  .string()
  .regex(/^(\*|[a-z0-9-]+(\.[a-z0-9.-]+)?)$/, 'write plural.group, for example pods or kustomizations.kustomize.toolkit.fluxcd.io, or *');

const identityPolicy = z
  .strictObject({
    mode: z
      .enum(['impersonate', 'passthrough'])
      .default('impersonate')
      .describe("How a user reaches this leaf: impersonated by the kubeconfig's identity, or with the user's own bearer token."),
    usernamePrefix: z
      .string()
      .max(128)
      .default('')
      .describe("Put before every user name, as this leaf's API server does for its OIDC users."),
    groupPrefix: z.string().max(128).default('').describe('Put before every group name.'),
  })
  .prefault({});

const cluster = z.strictObject({
  name: clusterName.describe('The name of the cluster in the graph. Unique.'),
  kubeconfig: z.string().min(1).describe('The kubeconfig file; relative to this file.'),
  context: z.string().min(1).optional().describe('The context in it. Default: its current context.'),
  identity: identityPolicy.describe('How this leaf sees callers.'),
  authorization: z
    .enum(['rbac', 'mixed'])
    .default('rbac')
    .describe('Whether RBAC alone decides on this leaf. A leaf with a webhook or another deny-capable authorizer is mixed.'),
});

const origin = z.string().refine(text => URL.canParse(text) && /^https?:$/.test(new URL(text).protocol) && new URL(text).origin === text, {
  error: 'write an origin as browsers do: https://dashboard.example.org, with the port if it is not the usual one, and nothing behind it',
});

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
        .describe('A single server.'),
      cluster: z.array(z.string().min(1)).min(1).optional().describe('Seed nodes of a Redis Cluster, host:port.'),
      sentinel: z
        .strictObject({
          name: z.string().min(1).describe('Name of the master.'),
          sentinels: z.array(z.string().min(1)).min(1).describe('Sentinels, host:port.'),
          username: z.string().optional().describe('ACL user of the Sentinels, where they have users of their own.'),
          passwordEnv: z.string().optional().describe('The environment variable that holds the password of the Sentinels.'),
        })
        .optional()
        .describe('A master behind Sentinel.'),
      username: z.string().optional().describe('ACL user.'),
      passwordEnv: z.string().optional().describe('The environment variable that holds the password.'),
      tls: z
        .strictObject({
          caFile: z
            .string()
            .min(1)
            .optional()
            .describe('PEM file of the authorities that may have signed the certificates of Redis. Default: those that Node knows.'),
          certFile: z.string().min(1).optional().describe('PEM file of the client certificate, where Redis wants one.'),
          keyFile: z.string().min(1).optional().describe('PEM file of its key.'),
        })
        .optional()
        .describe(
          'Turns TLS on, for Sentinels as well. `rediss://` alone does so for authorities that Node knows. The files are read anew for every connection.',
        ),
    }),
  ],
  'a store has type memory or redis',
);

const authenticator = z.discriminatedUnion(
  'type',
  [
    z.strictObject({
      type: z.literal('static'),
      tokens: z
        .array(
          z.strictObject({
            token: z.string().min(1).describe('The bearer token. Anybody who reads this file has it.'),
            user: z.string().min(1).describe('Whom it stands for.'),
            groups: z.array(z.string().min(1)).default([]).describe('Their groups.'),
            uid: z.string().default('').describe('Their UID, where leaves care.'),
            forward: z
              .boolean()
              .default(false)
              .describe('Whether the token is sent to clusters of identity.mode passthrough, whose API servers know it, too.'),
          }),
        )
        .min(1)
        .describe('Fixed tokens, for development and demonstrations.'),
    }),
    z.strictObject({
      type: z.literal('header'),
      userHeader: z.string().min(1).default('X-Remote-User').describe('The header in which your proxy names the user.'),
      groupHeader: z.string().min(1).default('X-Remote-Group').describe('The header in which it names a group; one header each.'),
      sharedSecret: z.strictObject({
        header: z.string().min(1).describe('The header in which it proves to be the proxy.'),
        env: z.string().min(1).describe('The environment variable that holds the secret.'),
      }),
    }),
  ],
  'an authenticator has type static or header',
);

/** Headers that the gateway or its HTTP client writes itself. */
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
  'x-request-id',
];

const subgraph = z.strictObject({
  name: z
    .string()
    .regex(/^[A-Za-z][A-Za-z0-9_-]{0,63}$/, 'a subgraph name begins with a letter and has letters, digits, _ and -, 64 at most')
    .describe('Its name in the supergraph.'),
  url: z
    .string()
    .superRefine((text, context) => {
      const problem = subgraphUrlProblem(text);
      if (problem !== undefined) context.addIssue({ code: 'custom', message: problem });
    })
    .optional()
    .describe('Where it answers GraphQL over HTTP. Not with `supergraph`, which has it.'),
  schema: z.string().min(1).optional().describe("The subgraph's SDL file; relative to this file. Not with `supergraph`."),
  timeout: duration
    .refine(ms => ms > 0, { error: 'write at least 1ms' })
    .optional()
    .describe("The longest that one of its answers is waited for, within the request's deadline. Default: 5s."),
  concurrency: positive
    .max(10_000)
    .optional()
    .describe('Requests to it at once, and so connections; one caller gets at most half of them. Default: 32.'),
  maxBytes: positive
    .max(512 * 1024 * 1024)
    .optional()
    .describe('The largest answer, unpacked. A mebibyte of small objects keeps the process busy for about 0.1 s. Default: 1048576.'),
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
    .describe('Headers to send with each request, for instance the credentials of the gateway. Nothing of the caller is sent.'),
  caFile: z
    .string()
    .min(1)
    .optional()
    .describe('PEM file of the authorities that may have signed its certificate. Default: those that Node knows.'),
  certFile: z.string().min(1).optional().describe('PEM file of a client certificate, where it wants one.'),
  keyFile: z.string().min(1).optional().describe('PEM file of its key.'),
});

export const ROLES = ['gateway', 'collector'] as const;

export const configSchema = z.strictObject({
  server: z
    .strictObject({
      host: z.string().min(1).default('127.0.0.1').describe('The address to listen on.'),
      port: port.default(4000).describe('The port to listen on; 0 takes any free one.'),
      cors: z
        .strictObject({
          origins: z
            .array(origin)
            .max(100)
            .default([])
            .describe('Origins whose pages may ask the graph from a browser: `https://dashboard.example.org`.'),
        })
        .prefault({}),
    })
    .prefault({}),
  roles: z
    .array(z.enum(ROLES))
    .min(1)
    .default([...ROLES])
    .describe('What this process does. Splitting the roles needs a Redis store.'),
  store: store.default({ type: 'memory' }).describe('Where the index lives: in this process, or in Redis.'),
  clusters: z.array(cluster).default([]).describe('The leaf clusters.'),
  authentication: z.array(authenticator).default([]).describe('Who may ask; tried in order.'),
  identity: z
    .strictObject({
      allowSystemMasters: z.boolean().default(false).describe('Let an authenticator hand out system:masters, which no RBAC restricts.'),
    })
    .prefault({}),
  rbac: z
    .strictObject({
      maxAge: duration.prefault('10m').describe('A cluster whose grants were not confirmed for this long shows nothing.'),
      audit: z
        .strictObject({
          perMinute: z
            .number()
            .int()
            .min(0)
            .max(6_000)
            .default(60)
            .describe(
              "Decisions of the index that are compared with the clusters' own (SubjectAccessReview) in a minute; 0 compares none.",
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
        .describe('Kinds to collect beside the defaults, as plural.group; * is everything served.'),
      exclude: z.array(groupResource).default([]).describe('Kinds not to collect.'),
    })
    .prefault({}),
  graphql: z
    .strictObject({
      introspection: z
        .boolean()
        .default(true)
        .describe('Whether the authenticated may read the schema. Without it, errors do not name what is like a name that was guessed.'),
      graphiql: z.boolean().default(true).describe('Whether there is a GraphiQL at /graphiql, to which / leads.'),
      trustedDocuments: z
        .strictObject({
          file: z
            .string()
            .min(1)
            .describe('A JSON object from document id to document, as client generators write it; relative to this file.'),
          mode: z
            .enum(['strict', 'log'])
            .default('strict')
            .describe('strict runs nothing else; log runs everything, and logs once what is not in the file.'),
        })
        .optional()
        .describe('Documents that clients ask for by documentId.'),
    })
    .prefault({}),
  subgraphs: z
    .array(subgraph)
    .prefault([])
    .describe('Your own subgraphs, composed with ours; with `supergraph`, how to reach those of it that answer over HTTP.'),
  supergraph: z.string().min(1).optional().describe('A ready supergraph file instead of composing one.'),
  limits: z
    .strictObject({
      requestTimeout: duration.prefault('10s').describe('The whole budget of a request; leaves get what is left of it.'),
      bodyBytes: positive.default(1_000_000).describe('Largest request body.'),
      concurrentRequests: positive.default(256).describe('Requests at once; more are refused with 503.'),
      operationCost: positive
        .default(300_000)
        .describe('Most that one operation may cost, by the prices of the schema; about a microsecond each.'),
      costBudget: positive.default(5_000_000).describe('What one caller may spend on operations in a window.'),
      costWindow: duration.prefault('10s').describe('How long it takes until a spent budget is full again.'),
      answerBytes: positive.default(16 * 1024 * 1024).describe('Most bytes of an answer, of the index and of live objects together.'),
      answerTimeout: duration.prefault('10s').describe('How long a client may take to read an answer.'),
      depth: positive.default(15).describe('Deepest selection.'),
      tokens: positive.default(4_000).describe('Most tokens in a document.'),
      aliases: positive.default(30).describe('Most aliases in a document.'),
      directives: positive.default(50).describe('Most directives in a document.'),
      leafTimeout: duration.prefault('5s').describe('The longest that one answer of a leaf is waited for.'),
      liveObjects: positive
        .default(2_000)
        .describe('Most objects that one request may read live; events about an object count as one more.'),
      liveBytes: positive.default(64 * 1024 * 1024).describe('Most bytes of live objects that one request may hold while it is answered.'),
      leafConcurrency: positive.default(16).describe('Requests at once to one leaf on behalf of users; one user alone gets half of them.'),
    })
    .prefault({}),
  log: z.strictObject({ level: z.enum(LOG_LEVELS).default('info').describe('How much to log.') }).prefault({}),
});

export type Config = z.output<typeof configSchema>;
export type SubgraphConfig = Config['subgraphs'][number];
export type AuthenticatorConfig = Config['authentication'][number];
