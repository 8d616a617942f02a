/**
 * Permissions on a simulated leaf: bearer tokens, impersonation headers, and RBAC over the leaf's own objects.
 *
 * The evaluator is an argument, so that tests can compare another evaluator.
 */
import type { IncomingHttpHeaders } from 'node:http';
import {
  grantKey,
  type Attributes,
  type ClusterGrants,
  type GrantObject,
  type LeafIdentity,
  type PolicyRule,
} from '../rbac/types.ts';
import type { ObjectStore } from './object-store.ts';
import type { PathRequest, ResourceRequest } from './request.ts';
import { forbidden, StatusError, unauthorized } from './status.ts';

/** The RBAC evaluator of a leaf. */
export interface SimulatedAuthorizer {
  parse(type: GrantObject['type'], object: unknown): GrantObject;
  authorize(grants: ClusterGrants, identity: LeafIdentity, attributes: Attributes): boolean;
  /** Rules for an identity in a namespace, for SelfSubjectRulesReview. */
  rules(grants: ClusterGrants, identity: LeafIdentity, namespace: string): readonly PolicyRule[];
}

export interface SimulatedUser {
  readonly user: string;
  readonly groups: readonly string[];
}

const ANONYMOUS: LeafIdentity = { user: 'system:anonymous', groups: ['system:unauthenticated'] };
const GRANT_TYPES: readonly [GrantObject['type'], string][] = [
  ['Role', 'roles'],
  ['ClusterRole', 'clusterroles'],
  ['RoleBinding', 'rolebindings'],
  ['ClusterRoleBinding', 'clusterrolebindings'],
];
/** Paths that everybody may read (`system:public-info-viewer`). Authenticated users may read all paths here. */
const PUBLIC_PATH = /^\/(healthz|livez|readyz|version)(\/|$)/;
/** Reviews in which users ask about themselves. `system:basic-user` allows these reviews to authenticated users. */
const SELF_REVIEW = /^selfsubject(access|rules)reviews$/;

export class LeafAccess {
  readonly #authorizer: SimulatedAuthorizer;
  readonly #tokens: ReadonlyMap<string, SimulatedUser>;
  readonly #objects = new Map<string, GrantObject>();
  #grants: ClusterGrants = { revision: 0, objects: new Map() };
  #stale = false;

  constructor(authorizer: SimulatedAuthorizer, tokens: ReadonlyMap<string, SimulatedUser>, store: ObjectStore) {
    this.#authorizer = authorizer;
    this.#tokens = tokens;
    for (const [type, plural] of GRANT_TYPES) this.#follow(type, plural, store);
  }

  #follow(type: GrantObject['type'], plural: string, store: ObjectStore): void {
    const collection = store.collection('rbac.authorization.k8s.io', plural);
    collection?.watchers.add({
      event: ({ type: change, object }) => {
        const parsed = this.#authorizer.parse(type, store.read(collection, object));
        if (change === 'DELETED') this.#objects.delete(grantKey(parsed));
        else this.#objects.set(grantKey(parsed), parsed);
        this.#stale = true;
      },
    });
  }

  /**
   * The RBAC objects of the leaf. Each revision has a new ClusterGrants, since the evaluator uses the ClusterGrants
   * object as the key of an index.
   */
  get grants(): ClusterGrants {
    if (this.#stale) this.#grants = { revision: this.#grants.revision + 1, objects: new Map(this.#objects) };
    this.#stale = false;
    return this.#grants;
  }

  userOf(token: string): LeafIdentity | undefined {
    const user = this.#tokens.get(token);
    return user && { user: user.user, groups: withAuthenticated(user.groups) };
  }

  allows(identity: LeafIdentity, attributes: Attributes): boolean {
    return this.#authorizer.authorize(this.grants, identity, attributes);
  }

  rules(identity: LeafIdentity, namespace: string): readonly PolicyRule[] {
    return this.#authorizer.rules(this.grants, identity, namespace);
  }

  /**
   * Finds the identity of a request. Reads `rawHeaders`, since Node joins repeated headers and a group may contain a
   * comma.
   */
  authenticate(headers: IncomingHttpHeaders, rawHeaders: readonly string[]): LeafIdentity {
    const bearer = /^Bearer (.+)$/i.exec(headers.authorization ?? '')?.[1];
    const identity = bearer === undefined ? ANONYMOUS : this.userOf(bearer);
    if (!identity) throw unauthorized();
    return this.#impersonated(identity, rawHeaders);
  }

  #impersonated(identity: LeafIdentity, rawHeaders: readonly string[]): LeafIdentity {
    const wanted = { user: '', uid: '', groups: [] as string[], extras: [] as [string, string][] };
    for (let at = 0; at + 1 < rawHeaders.length; at += 2) {
      const header = rawHeaders[at]?.toLowerCase() ?? '';
      // Go decodes header bytes as UTF-8, Node as Latin-1.
      const value = Buffer.from(rawHeaders[at + 1] ?? '', 'latin1').toString('utf8');
      if (header === 'impersonate-user') wanted.user = value;
      else if (header === 'impersonate-uid') wanted.uid = value;
      else if (header === 'impersonate-group') wanted.groups.push(value);
      else if (header.startsWith('impersonate-extra-'))
        wanted.extras.push([decodeURIComponent(header.slice('impersonate-extra-'.length)), value]);
    }
    const { user, uid, groups, extras } = wanted;
    if (user === '') {
      if (uid === '' && groups.length === 0 && extras.length === 0) return identity;
      throw new StatusError(
        500,
        'InternalError',
        'Internal error occurred: requested impersonation of groups, uid or extra without impersonating a user',
      );
    }
    const account = /^system:serviceaccount:([^:]+):([^:]+)$/.exec(user);
    if (account)
      this.#require(identity, {
        group: '',
        resource: 'serviceaccounts',
        namespace: account[1] ?? '',
        name: account[2] ?? '',
      });
    else this.#require(identity, { group: '', resource: 'users', namespace: '', name: user });
    for (const name of groups) this.#require(identity, { group: '', resource: 'groups', namespace: '', name });
    const other = { group: 'authentication.k8s.io', namespace: '' };
    for (const [subresource, name] of extras)
      this.#require(identity, { ...other, resource: 'userextras', subresource, name });
    if (uid !== '') this.#require(identity, { ...other, resource: 'uids', name: uid });
    // API servers add a ServiceAccount's groups only if the request names no groups.
    const implied =
      account && groups.length === 0 ? ['system:serviceaccounts', `system:serviceaccounts:${account[1]}`] : [];
    return { user, groups: user === ANONYMOUS.user ? groups : withAuthenticated([...groups, ...implied]) };
  }

  #require(identity: LeafIdentity, attributes: Omit<Attributes, 'verb'>): void {
    const impersonation = { ...attributes, verb: 'impersonate' };
    if (!this.allows(identity, impersonation)) throw refusal(identity, impersonation);
  }

  /** @throws StatusError 403, as a real server responds */
  authorize(identity: LeafIdentity, request: ResourceRequest | PathRequest): void {
    const authenticated = identity.groups.includes('system:authenticated');
    if (request.type === 'path') {
      if (authenticated || PUBLIC_PATH.test(request.path)) return;
      throw new StatusError(
        403,
        'Forbidden',
        `forbidden: User "${identity.user}" cannot ${request.verb} path "${request.path}"`,
        {},
      );
    }
    if (
      authenticated &&
      request.verb === 'create' &&
      request.group === 'authorization.k8s.io' &&
      SELF_REVIEW.test(request.plural)
    )
      return;
    const { verb, group, plural: resource, subresource, namespace, name } = request;
    const attributes = { verb, group, resource, subresource, namespace, name };
    if (!this.allows(identity, attributes)) throw refusal(identity, attributes);
  }
}

function withAuthenticated(groups: readonly string[]): readonly string[] {
  const known = groups.includes('system:authenticated') || groups.includes('system:unauthenticated');
  return known ? groups : [...groups, 'system:authenticated'];
}

function refusal(
  { user }: LeafIdentity,
  { verb, group, resource, subresource, namespace, name }: Attributes,
): StatusError {
  const what = subresource ? `${resource}/${subresource}` : resource;
  const where = namespace === '' ? 'at the cluster scope' : `in the namespace "${namespace}"`;
  return forbidden(
    { group, plural: resource },
    name,
    `User "${user}" cannot ${verb} resource "${what}" in API group "${group}" ${where}`,
  );
}
