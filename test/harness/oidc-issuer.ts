/**
 * A real OIDC issuer on loopback (oidc-provider): discovery, keys, the code flow with PKCE, the device flow, refresh.
 * There is no login page: `account` names the user who is signed in. Tests can also make the issuer sign any claims,
 * with its own key or another key.
 */
import { exportJWK, generateKeyPair, SignJWT, type CryptoKey, type JWK, type JWTPayload } from 'jose';
import { createServer as createHttpServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import { createServer as createHttpsServer } from 'node:https';
import type { AddressInfo } from 'node:net';
import Provider, { type Adapter, type AdapterPayload, type Configuration } from 'oidc-provider';

export interface TestIssuerOptions {
  /** Certificate with which the issuer serves HTTPS. Without it, the issuer serves HTTP. */
  readonly certificate?: { readonly cert: string; readonly key: string };
  /** Redirect URIs of the client CLIENT_ID, whose secret is CLIENT_SECRET. */
  readonly redirectUris?: readonly string[];
  /** Lifetime of ID tokens in seconds. @default 3 600 */
  readonly idTokenSeconds?: number;
}

export const CLIENT_ID = 'fleetgraph';
/** A public client that may use the device code flow, and the code flow with redirects to loopback. */
export const COMMAND_LINE_CLIENT_ID = 'fleetgraph-cli';
export const CLIENT_SECRET = 'a-secret-of-the-test-issuer';
/** Claims of all users by user name. */
export const ACCOUNTS: Readonly<
  Record<string, { readonly email: string; readonly groups: readonly string[]; readonly hasgroups?: true }>
> = {
  alice: { email: 'alice@example.org', groups: ['platform-admins'] },
  bob: { email: 'bob@example.org', groups: ['team-a'] },
  sam: { email: 'sam@example.org', groups: [] },
  // A user with more groups than the issuer puts into a token. The token only says that there are groups.
  ada: { email: 'ada@example.org', groups: [], hasgroups: true },
};

const DEVICE_CODE = 'urn:ietf:params:oauth:grant-type:device_code';

interface SigningKey {
  readonly kid: string;
  readonly privateKey: CryptoKey;
  readonly jwk: JWK;
}

export class TestIssuer implements AsyncDisposable {
  readonly #options: TestIssuerOptions;
  readonly #server: Server;
  #url = '';
  #key!: SigningKey;
  #keys = 0;
  #provider!: Provider;
  #answer: ((req: IncomingMessage, res: ServerResponse) => void) | undefined;
  /** User who is signed in at the next login. */
  account = 'alice';
  /** Paths of all requests. */
  readonly requested: string[] = [];

  static async start(options: TestIssuerOptions = {}): Promise<TestIssuer> {
    const issuer = new TestIssuer(options);
    await issuer.listen();
    await issuer.rotate();
    return issuer;
  }

  private constructor(options: TestIssuerOptions) {
    this.#options = options;
    const answer = (req: IncomingMessage, res: ServerResponse) => {
      this.requested.push(new URL(req.url ?? '/', 'http://x').pathname);
      if (this.#answer) return this.#answer(req, res);
      if (req.url?.startsWith('/interaction/')) return void this.#interact(req, res);
      void this.#provider.callback()(req, res);
    };
    this.#server = options.certificate ? createHttpsServer(options.certificate, answer) : createHttpServer(answer);
  }

  /** URL of the issuer, as in the claim `iss` of tokens. */
  get url(): string {
    return this.#url;
  }

  get kid(): string {
    return this.#key.kid;
  }

  /** Starts to listen. Uses the earlier port again after stop(). */
  async listen(): Promise<void> {
    const port = this.#url === '' ? 0 : Number(new URL(this.#url).port);
    await new Promise<void>(resolve => this.#server.listen(port, '127.0.0.1', resolve));
    this.#url = `${this.#options.certificate ? 'https' : 'http'}://127.0.0.1:${(this.#server.address() as AddressInfo).port}`;
  }

  async stop(): Promise<void> {
    await new Promise(resolve => {
      this.#server.close(resolve);
      this.#server.closeAllConnections();
    });
  }

  /** Lets a function answer all requests in place of the issuer. Undefined restores the issuer. */
  answerWith(answer: ((req: IncomingMessage, res: ServerResponse) => void) | undefined): void {
    this.#answer = answer;
  }

  /** Creates a new signing key and publishes only this key. */
  async rotate(): Promise<void> {
    const kid = `key-${++this.#keys}`;
    const { privateKey } = await generateKeyPair('RS256', { extractable: true });
    this.#key = { kid, privateKey, jwk: { ...(await exportJWK(privateKey)), kid, alg: 'RS256', use: 'sig' } };
    this.#provider = new Provider(this.#url, this.#configuration());
  }

  /** Enters the code of a device as the user `account`, and agrees or refuses. */
  async enterCode(userCode: string, { agree = true } = {}): Promise<void> {
    const { DeviceCode, Grant } = this.#provider;
    const code = (await DeviceCode.findByUserCode(userCode.replace(/-/g, '')))!;
    const grant = new Grant({ clientId: COMMAND_LINE_CLIENT_ID, accountId: this.account });
    grant.addOIDCScope('openid offline_access');
    const agreed = {
      accountId: this.account,
      grantId: await grant.save(),
      scope: 'openid offline_access',
      claims: {},
      authTime: 1,
    };
    Object.assign(code, agree ? agreed : { error: 'access_denied', errorDescription: 'not today' });
    await code.save();
  }

  /** Returns a token. `claims` add to the usual claims, or replace them. */
  async token(
    claims: JWTPayload = {},
    { kid = this.#key.kid, key = this.#key.privateKey, alg = 'RS256' } = {},
  ): Promise<string> {
    const now = Math.floor(Date.now() / 1_000);
    return new SignJWT({ iss: this.#url, aud: CLIENT_ID, sub: 'jane', iat: now, exp: now + 3_600, ...claims })
      .setProtectedHeader({ alg, kid })
      .sign(key);
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.stop();
  }

  #configuration(): Configuration {
    const { redirectUris = [], idTokenSeconds = 3_600 } = this.#options;
    return {
      adapter: MemoryAdapter,
      jwks: { keys: [this.#key.jwk] },
      cookies: { keys: ['test'] },
      clients: [
        {
          client_id: CLIENT_ID,
          client_secret: CLIENT_SECRET,
          redirect_uris: [...redirectUris],
          grant_types: ['authorization_code', 'refresh_token'],
          response_types: redirectUris.length > 0 ? ['code'] : [],
        },
        {
          client_id: COMMAND_LINE_CLIENT_ID,
          token_endpoint_auth_method: 'none',
          application_type: 'native', // native clients may use any loopback port
          redirect_uris: ['http://127.0.0.1/callback'],
          grant_types: [DEVICE_CODE, 'authorization_code', 'refresh_token'],
          response_types: ['code'],
        },
      ],
      claims: { openid: ['sub', 'email', 'email_verified', 'groups', 'hasgroups'] },
      conformIdTokenClaims: false,
      scopes: ['openid', 'offline_access'],
      ttl: {
        IdToken: idTokenSeconds,
        Interaction: 600,
        Grant: 3_600,
        Session: 3_600,
        AccessToken: 3_600,
        RefreshToken: 3_600,
        DeviceCode: 600,
      },
      issueRefreshToken: async () => true,
      features: {
        devInteractions: { enabled: false },
        deviceFlow: { enabled: true },
        revocation: { enabled: true, allowedPolicy: async () => true },
        rpInitiatedLogout: { enabled: true },
      },
      interactions: { url: (_context, { uid }) => `/interaction/${uid}` },
      findAccount: (_context, id) => ({
        accountId: id,
        claims: async () => ({ sub: id, email_verified: true, ...ACCOUNTS[id] }),
      }),
      loadExistingGrant: async context => {
        const { client, session, provider } = context.oidc;
        const grant = new provider.Grant({ clientId: client!.clientId, accountId: session!.accountId! });
        grant.addOIDCScope('openid offline_access');
        await grant.save();
        return grant;
      },
    };
  }

  async #interact(req: IncomingMessage, res: ServerResponse): Promise<void> {
    await this.#provider.interactionFinished(req, res, { login: { accountId: this.account }, consent: {} });
  }
}

/** Replaces the provider's own adapter, which logs a warning against its use. */
class MemoryAdapter implements Adapter {
  static readonly #stored = new Map<string, AdapterPayload>();
  readonly #model: string;

  constructor(model: string) {
    this.#model = model;
  }

  async upsert(id: string, payload: AdapterPayload): Promise<void> {
    MemoryAdapter.#stored.set(this.#key(id), payload);
  }

  async find(id: string): Promise<AdapterPayload | undefined> {
    return MemoryAdapter.#stored.get(this.#key(id));
  }

  async findByUid(uid: string): Promise<AdapterPayload | undefined> {
    return [...MemoryAdapter.#stored].find(
      ([key, payload]) => key.startsWith(`${this.#model}/`) && payload.uid === uid,
    )?.[1];
  }

  async findByUserCode(userCode: string): Promise<AdapterPayload | undefined> {
    return [...MemoryAdapter.#stored].find(
      ([key, payload]) => key.startsWith(`${this.#model}/`) && payload.userCode === userCode,
    )?.[1];
  }

  async consume(id: string): Promise<void> {
    const payload = await this.find(id);
    if (payload) payload['consumed'] = Math.floor(Date.now() / 1_000);
  }

  async destroy(id: string): Promise<void> {
    MemoryAdapter.#stored.delete(this.#key(id));
  }

  async revokeByGrantId(grantId: string): Promise<void> {
    for (const [key, payload] of MemoryAdapter.#stored)
      if (payload['grantId'] === grantId) MemoryAdapter.#stored.delete(key);
  }

  #key(id: string): string {
    return `${this.#model}/${id}`;
  }
}
