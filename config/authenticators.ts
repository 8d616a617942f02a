/** The part of the configuration about authentication of callers. */
import { z } from 'zod';
import { isPrivate } from './loopback.ts';
import { clusterName, duration } from './values.ts';

/** Signature algorithms with a private key, which only the issuer has (identity/oidc.ts). */
const SIGNATURE_ALGORITHMS = [
  'RS256',
  'RS384',
  'RS512',
  'PS256',
  'PS384',
  'PS512',
  'ES256',
  'ES384',
  'ES512',
  'EdDSA',
] as const;

export const authenticator = z.discriminatedUnion(
  'type',
  [
    z.strictObject({
      type: z.literal('static'),
      tokens: z
        .array(
          z.strictObject({
            token: z.string().min(1).describe('The bearer token. Everybody who can read this file can use it.'),
            user: z.string().min(1).describe('The user whom the token identifies.'),
            groups: z.array(z.string().min(1)).default([]).describe('The groups of the user.'),
            uid: z.string().default('').describe('The UID of the user, for leaves that use UIDs.'),
            forward: z
              .boolean()
              .default(false)
              .describe(
                'Whether fleetgraph sends the token to clusters with `identity.mode: passthrough`. Their API servers must accept it.',
              ),
          }),
        )
        .min(1)
        .describe('Fixed tokens, for development and demos.'),
    }),
    z.strictObject({
      type: z.literal('header'),
      userHeader: z.string().min(1).default('X-Remote-User').describe('The header in which your proxy names the user.'),
      groupHeader: z
        .string()
        .min(1)
        .default('X-Remote-Group')
        .describe('The header in which your proxy names a group, one header for each group.'),
      groupSeparator: z
        .string()
        .min(1)
        .optional()
        .describe(
          'Separator of several groups in one header: `,` for oauth2-proxy. Default: the header holds one group.',
        ),
      sharedSecret: z
        .strictObject({
          header: z.string().min(1).describe('The header in which the proxy sends the secret.'),
          env: z.string().min(1).describe('The environment variable that holds the secret.'),
        })
        .optional()
        .describe('Proves that the headers come from the proxy. Set this, or `clientCertificate`, or both.'),
      clientCertificate: z
        .strictObject({ names: z.array(z.string().min(1)).min(1).describe('Accepted common names.') })
        .optional()
        .describe(
          'Proves that the headers come from the proxy, by its client certificate. `server.tls.clientCaFile` has the authorities that sign it.',
        ),
    }),
    z.strictObject({
      type: z.literal('oidc'),
      issuer: z
        .string()
        .refine(isIssuer, {
          error: 'write the https:// URL in the iss claim of its tokens; http:// is allowed on loopback only',
        })
        .describe('The issuer, exactly as in the `iss` claim of its tokens. fleetgraph finds its keys by discovery.'),
      audience: z
        .union([z.string().min(1), z.array(z.string().min(1)).min(1)])
        .transform(audience => [audience].flat())
        .describe(
          'Required audience of the tokens (`aud`): one string, or a list of which one must match. Usually the client id.',
        ),
      algorithms: z
        .array(z.enum(SIGNATURE_ALGORITHMS))
        .min(1)
        .default(['RS256', 'ES256'])
        .describe('Accepted signature algorithms.'),
      clockSkew: duration
        .refine(ms => ms <= 300_000, { error: 'write at most 5m' })
        .prefault('30s')
        .describe("Tolerated difference between the issuer's clock and the clock of this machine."),
      usernameClaim: z
        .string()
        .min(1)
        .default('sub')
        .describe('The claim that names the user. `email` is refused if the issuer marks it as not verified.'),
      groupsClaim: z
        .string()
        .min(1)
        .default('groups')
        .describe(
          'The claim with the groups: a list of strings, or one string. A claim with exactly this name takes precedence; ' +
            'otherwise dots lead into nested claims, as in `realm_access.roles`. `usernameClaim` follows these rules, too.',
        ),
      usernamePrefix: z
        .string()
        .max(128)
        .default('')
        .describe(
          'Prefix of every user name, in fleetgraph and on every cluster. For one cluster, use `clusters[].identity.usernamePrefix`.',
        ),
      groupPrefix: z.string().max(128).default('').describe('Prefix of every group name.'),
      caFile: z
        .string()
        .min(1)
        .optional()
        .describe(
          'PEM file with the authorities that sign the server certificate. Default: the authorities that Node trusts.',
        ),
      signIn: z
        .strictObject({
          clientId: z
            .string()
            .min(1)
            .describe('Client id of fleetgraph at the issuer. Its redirect URI is `<server.publicUrl>/auth/callback`.'),
          clientSecretEnv: z
            .string()
            .min(1)
            .optional()
            .describe('The environment variable that holds the client secret. Default: no secret.'),
          scopes: z
            .array(z.string().min(1))
            .min(1)
            .default(['openid', 'profile', 'email'])
            .describe(
              'Requested scopes. Many issuers renew sessions only with `offline_access`, and some send groups only with `groups`.',
            ),
        })
        .optional()
        .describe('Lets browsers sign in with this issuer. Allowed for one issuer; needs `server.publicUrl`.'),
      commandLine: z
        .strictObject({
          clientId: z
            .string()
            .min(1)
            .describe(
              'Client id of the command line at the issuer: a public (native) client without a secret, with redirect URI `http://127.0.0.1/callback` or with the device code flow.',
            ),
          scopes: z
            .array(z.string().min(1))
            .min(1)
            .default(['openid', 'profile', 'email', 'offline_access'])
            .describe('Requested scopes. Renewing logins needs `offline_access`.'),
        })
        .optional()
        .describe('Lets `fleetgraph login` sign in with this issuer. If several issuers have it, the first is used.'),
    }),
    z.strictObject({
      type: z.literal('tokenReview'),
      cluster: clusterName.describe(
        'The registered cluster that checks tokens (TokenReview). It may claim any user, so choose a cluster that you trust with the whole fleet, or see `users`.',
      ),
      audiences: z
        .array(z.string().min(1))
        .default([])
        .describe('Required audiences of the tokens; one must match. Default: the audiences of the API server.'),
      users: z
        .enum(['all', 'serviceAccounts'])
        .default('all')
        .describe(
          '`all`: the cluster checks every token and may name any user. `serviceAccounts`: the cluster checks only tokens of ServiceAccounts and may name only its own.',
        ),
      issuer: z
        .string()
        .min(1)
        .optional()
        .describe(
          'Send only tokens with this `iss` to the cluster. Default: all bearer tokens that reach this authenticator.',
        ),
      cacheFor: duration
        .refine(ms => ms <= 3_600_000, { error: 'write at most 1h' })
        .prefault('2m')
        .describe('How long to cache an answer of the cluster. A revoked token stays valid for this long at most.'),
    }),
  ],
  'the type of an authenticator is static, header, oidc or tokenReview',
);

/**
 * True for a valid issuer by OpenID Connect Discovery: an HTTPS URL without query and fragment. Plain HTTP is allowed
 * only on this machine, since others could read secrets and replace keys on the network.
 */
function isIssuer(text: string): boolean {
  if (!URL.canParse(text)) return false;
  const url = new URL(text);
  return isPrivate(url) && url.search === '' && url.hash === '' && url.username === '';
}
