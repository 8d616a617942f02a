/** The part of the configuration that says how callers prove who they are. */
import { z } from 'zod';
import { isPrivate } from './loopback.ts';
import { clusterName, duration } from './values.ts';

/** Signatures that only the issuer can make; identity/oidc.ts. */
const SIGNATURE_ALGORITHMS = ['RS256', 'RS384', 'RS512', 'PS256', 'PS384', 'PS512', 'ES256', 'ES384', 'ES512', 'EdDSA'] as const;

export const authenticator = z.discriminatedUnion(
  'type',
  [
    z.strictObject({
      type: z.literal('static'),
      tokens: z
        .array(
          z.strictObject({
            token: z.string().min(1).describe('The bearer token. Everybody who can read this file has it.'),
            user: z.string().min(1).describe('The user that it stands for.'),
            groups: z.array(z.string().min(1)).default([]).describe('The groups of that user.'),
            uid: z.string().default('').describe('The UID of that user, for leaves that use it.'),
            forward: z
              .boolean()
              .default(false)
              .describe(
                'Whether fleetgraph sends the token to clusters with `identity.mode: passthrough`, whose API servers know it, too.',
              ),
          }),
        )
        .min(1)
        .describe('Fixed tokens, for development and demos.'),
    }),
    z.strictObject({
      type: z.literal('header'),
      userHeader: z.string().min(1).default('X-Remote-User').describe('The header in which your proxy names the user.'),
      groupHeader: z.string().min(1).default('X-Remote-Group').describe('The header in which it names a group; one header for each group.'),
      groupSeparator: z
        .string()
        .min(1)
        .optional()
        .describe(
          'What stands between several groups in one header, for proxies that send them so: `,` for oauth2-proxy. Default: nothing does.',
        ),
      sharedSecret: z
        .strictObject({
          header: z.string().min(1).describe('The header in which the proxy sends the secret.'),
          env: z.string().min(1).describe('The environment variable that holds the secret.'),
        })
        .optional()
        .describe("Proves that the headers are the proxy's. Give this, or `clientCertificate`, or both."),
      clientCertificate: z
        .strictObject({ names: z.array(z.string().min(1)).min(1).describe('The common names that count.') })
        .optional()
        .describe('The same by the certificate with which the proxy connects; `server.tls.clientCaFile` has the authorities that sign it.'),
    }),
    z.strictObject({
      type: z.literal('oidc'),
      issuer: z
        .string()
        .refine(isIssuer, { error: 'write the https:// URL that stands in its tokens (iss); http:// is for loopback alone' })
        .describe('The issuer, exactly as it stands in its tokens (`iss`). fleetgraph finds its keys by discovery.'),
      audience: z
        .union([z.string().min(1), z.array(z.string().min(1)).min(1)])
        .transform(audience => [audience].flat())
        .describe('For whom its tokens must be (`aud`): one text, or several of which one is enough. Usually the client id.'),
      algorithms: z.array(z.enum(SIGNATURE_ALGORITHMS)).min(1).default(['RS256', 'ES256']).describe('The signature algorithms that count.'),
      clockSkew: duration
        .refine(ms => ms <= 300_000, { error: 'write at most 5m' })
        .prefault('30s')
        .describe("How far the issuer's clock may be from ours."),
      usernameClaim: z
        .string()
        .min(1)
        .default('sub')
        .describe('The claim that names the user. `email` counts only where the issuer does not say that it is not verified.'),
      groupsClaim: z
        .string()
        .min(1)
        .default('groups')
        .describe(
          'The claim with the groups: a list of texts, or one text. A claim of exactly this name counts first; ' +
            'otherwise dots lead into a claim, as in `realm_access.roles`. `usernameClaim` is found in the same way.',
        ),
      usernamePrefix: z
        .string()
        .max(128)
        .default('')
        .describe('Goes before every user name, here and on every cluster. For one cluster alone: `clusters[].identity.usernamePrefix`.'),
      groupPrefix: z.string().max(128).default('').describe('Goes before every group name.'),
      caFile: z
        .string()
        .min(1)
        .optional()
        .describe('PEM file of the authorities that sign its certificate. Default: those that Node knows.'),
      signIn: z
        .strictObject({
          clientId: z
            .string()
            .min(1)
            .describe('The client that the issuer knows fleetgraph as, with redirect URI `<server.publicUrl>/auth/callback`.'),
          clientSecretEnv: z.string().min(1).optional().describe('The environment variable that holds its secret. Default: it has none.'),
          scopes: z
            .array(z.string().min(1))
            .min(1)
            .default(['openid', 'profile', 'email'])
            .describe(
              'What is asked for. Many issuers renew sessions only with `offline_access`, and some name groups only with `groups`.',
            ),
        })
        .optional()
        .describe('Lets browsers sign in with this issuer. For one issuer; needs `server.publicUrl`.'),
      commandLine: z
        .strictObject({
          clientId: z
            .string()
            .min(1)
            .describe(
              'The client that the issuer knows the command line as: a public (native) one, without a secret, with `http://127.0.0.1/callback` as redirect URI or with the device code flow.',
            ),
          scopes: z
            .array(z.string().min(1))
            .min(1)
            .default(['openid', 'profile', 'email', 'offline_access'])
            .describe('What is asked for. Logins are renewed with `offline_access`.'),
        })
        .optional()
        .describe('Lets `fleetgraph login` sign in with this issuer. Of several the first.'),
    }),
    z.strictObject({
      type: z.literal('tokenReview'),
      cluster: clusterName.describe(
        'The registered cluster that is asked (TokenReview). It is believed whomever it names, so take one that you trust with the whole fleet, or see `users`.',
      ),
      audiences: z
        .array(z.string().min(1))
        .default([])
        .describe('For whom tokens must be; one is enough. Default: those for whom the API server itself takes tokens.'),
      users: z
        .enum(['all', 'serviceAccounts'])
        .default('all')
        .describe("`serviceAccounts`: the cluster is asked about ServiceAccounts' tokens alone, and is believed to name nobody else."),
      issuer: z
        .string()
        .min(1)
        .optional()
        .describe('The `iss` of the only tokens that the cluster is asked about. Default: it is sent every token that comes here.'),
      cacheFor: duration
        .refine(ms => ms <= 3_600_000, { error: 'write at most 1h' })
        .prefault('2m')
        .describe('How long its answer holds, and so how long a token counts that it has taken back.'),
    }),
  ],
  'an authenticator has type static, header, oidc or tokenReview',
);

/** As OpenID Connect Discovery has it: https, no query, no fragment. Secrets and keys that travel in clear are no secrets. */
function isIssuer(text: string): boolean {
  if (!URL.canParse(text)) return false;
  const url = new URL(text);
  return isPrivate(url) && url.search === '' && url.hash === '' && url.username === '';
}
