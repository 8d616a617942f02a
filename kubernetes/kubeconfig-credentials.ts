/** Credentials that change while the process runs: rotated files, and renewed OIDC tokens. */
import { resolve } from 'node:path';
import { KubeconfigError } from './kubeconfig-error.ts';
import type { KubeconfigUser } from './kubeconfig-file.ts';
import { oidcSession } from './oidc-session.ts';
import type { ClusterTarget, Credentials } from './transport.ts';

type CredentialsSource = NonNullable<ClusterTarget['credentials']>;

/** kubelet renews mounted tokens long before they expire; client-go uses a minute too. */
const REREAD_MS = 60_000;
/** Minimum time between refreshes after refusals, so that no token is renewed, nor a file read, once per request. */
const REFRESH_AT_MOST_EVERY_MS = 10_000;

/** Reads at once, so that mistakes show at the start, and again when the files may have changed. */
export async function fileCredentials(
  read: () => Promise<Credentials>,
  { rereads }: { rereads: boolean },
): Promise<CredentialsSource> {
  let current = await read();
  let readAt = performance.now();
  return async ({ fresh = false } = {}) => {
    const age = performance.now() - readAt;
    if (!rereads || age < (fresh ? REFRESH_AT_MOST_EVERY_MS : REREAD_MS)) return current;
    readAt = performance.now();
    current = await read();
    return current;
  };
}

export interface OidcSurroundings {
  /** For messages: the file and the user. */
  readonly where: string;
  /** Base of relative paths. */
  readonly directory: string;
  /** The PEM in a file, or in base64. */
  readonly pem: (path: string, data: string, where: string) => Promise<string | undefined>;
  readonly localAddresses: boolean;
  readonly isOfHub: boolean;
}

/** Credentials of an `auth-provider`; Kubernetes supports only `oidc`. */
export async function oidcCredentials(
  { name, config = {} }: NonNullable<KubeconfigUser['auth-provider']>,
  { where, directory, pem, localAddresses, isOfHub }: OidcSurroundings,
): Promise<Pick<ClusterTarget, 'credentials' | 'expiresAt'>> {
  if (name !== 'oidc') {
    throw new KubeconfigError(
      `${where}: auth-provider "${name}" was removed from Kubernetes 1.26. Use its exec plugin (gke-gcloud-auth-plugin, kubelogin, aws eks get-token).`,
    );
  }
  const given = (key: string): string => {
    const value = config[key] ?? '';
    if (typeof value !== 'string') throw new KubeconfigError(`${where}: auth-provider.config.${key}: expected a text.`);
    return value.trim();
  };
  const refreshToken = given('refresh-token');
  for (const key of ['idp-issuer-url', 'client-id'])
    if (refreshToken !== '' && given(key) === '')
      throw new KubeconfigError(
        `${where}: auth-provider.config has a refresh-token, and no ${key} to renew the id-token with.`,
      );
  const [path, data] = [given('idp-certificate-authority'), given('idp-certificate-authority-data')];
  const ca = () => pem(path, data, `${where}: auth-provider.config.idp-certificate-authority`);
  await ca(); // A mistake shows at the start.
  const session = oidcSession({
    ...{ issuer: given('idp-issuer-url'), clientId: given('client-id'), clientSecret: given('client-secret') },
    ...{ idToken: given('id-token'), refreshToken, localAddresses, isOfHub },
    ...{ authorities: data || (path && resolve(directory, path)), ca },
  });
  return {
    async credentials(options) {
      try {
        return { authorization: `Bearer ${await session.token(options)}` };
      } catch (error) {
        if (!(error instanceof KubeconfigError) || error.message.startsWith(where)) throw error;
        throw new KubeconfigError(`${where}: auth-provider oidc: ${error.message}`);
      }
    },
    expiresAt: async () => session.expiresAt,
  };
}
