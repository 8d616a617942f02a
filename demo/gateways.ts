/**
 * Gateways of the demo fleet with their routes and policies of Istio and Kuadrant. Some policies of a Gateway are
 * defaults or overrides for its routes. The first cluster also shows errors: two conflicting policies, a
 * missing target, and a route into another namespace without a ReferenceGrant. On the third cluster, a controller's
 * status is out of date.
 */
import { simulatedResource, type SimulatedResource } from '../sim/resources.ts';
import type { DemoCluster } from './cluster.ts';
import { bornAt, condition, demoObject, type DemoObject } from './render.ts';

const GATEWAY_API = 'gateway.networking.k8s.io/v1';
const KUADRANT = 'kuadrant.io/v1';
const GRANT_VERSION = 'gateway.networking.k8s.io/v1beta1';

/** Resources of gateways. Labels of their CustomResourceDefinitions mark policies. */
export const GATEWAY_RESOURCES: readonly SimulatedResource[] = [
  simulatedResource(GATEWAY_API, 'GatewayClass', 'gatewayclasses', 'Cluster'),
  simulatedResource(GATEWAY_API, 'Gateway', 'gateways'),
  simulatedResource(GATEWAY_API, 'HTTPRoute', 'httproutes'),
  simulatedResource(GRANT_VERSION, 'ReferenceGrant', 'referencegrants', 'Namespaced', false),
  { ...simulatedResource(GATEWAY_API, 'BackendTLSPolicy', 'backendtlspolicies'), policy: 'Direct' },
  { ...simulatedResource(KUADRANT, 'AuthPolicy', 'authpolicies'), policy: 'inherited' },
  { ...simulatedResource(KUADRANT, 'RateLimitPolicy', 'ratelimitpolicies'), policy: 'inherited' },
  { ...simulatedResource(KUADRANT, 'DNSPolicy', 'dnspolicies'), policy: 'direct' },
  { ...simulatedResource(KUADRANT, 'TLSPolicy', 'tlspolicies'), policy: 'direct' },
];

/** Namespace of the Gateways. */
export const INGRESS = 'istio-ingress';

const GROUP = 'gateway.networking.k8s.io';
const DAY = 24 * 3_600_000;

interface Target {
  readonly kind: 'Gateway' | 'HTTPRoute' | 'Service';
  readonly name: string;
  readonly sectionName?: string;
}

export function gatewaysOf(cluster: DemoCluster): readonly DemoObject[] {
  const hasFaults = cluster.index === 0;
  const has = (app: string) => cluster.apps.some(({ name }) => name === app);
  return [
    gatewayClass(cluster),
    gateway(cluster, 'public', ['web', 'api'], `*.${cluster.region}.acme.example`),
    gateway(cluster, 'internal', ['web'], '*.internal.acme.example'),
    ...publicPolicies(cluster),
    ...storefront(cluster, has('payments-api')),
    ...(has('payments-api') ? payments(cluster) : []),
    ...(has('checkout-api') ? [checkoutRoute(cluster, hasFaults && has('payments-api'))] : []),
    ...(has('search-api') ? search(cluster, hasFaults) : []),
    ...internalPolicies(cluster, hasFaults),
  ];
}

function gatewayClass(cluster: DemoCluster): DemoObject {
  return demoObject(cluster, [GATEWAY_API, 'GatewayClass'], '', 'istio', () => ({
    generation: 1,
    content: {
      spec: { controllerName: 'istio.io/gateway-controller', description: 'The default Istio GatewayClass' },
      status: { conditions: [accepted(cluster, 'Accepted', 'Handled by Istio controller')] },
    },
  }));
}

function gateway(cluster: DemoCluster, name: string, listeners: readonly string[], hostname: string): DemoObject {
  return demoObject(cluster, [GATEWAY_API, 'Gateway'], INGRESS, name, () => {
    const programmed = condition(
      'Programmed',
      true,
      'Programmed',
      'Resource programmed, assigned to service(s)',
      stamp(cluster),
    );
    return {
      generation: 1,
      labels: { 'acme.example/team': 'platform' },
      content: {
        spec: {
          gatewayClassName: 'istio',
          listeners: listeners.map(listener => ({
            name: listener,
            hostname: listener === 'api' ? `api.${hostname.slice(2)}` : hostname,
            port: 443,
            protocol: 'HTTPS',
            tls: { mode: 'Terminate', certificateRefs: [{ name: `${name}-${listener}-tls` }] },
            allowedRoutes: { namespaces: { from: 'All' } },
          })),
        },
        status: {
          addresses: [{ type: 'Hostname', value: `${name}.${INGRESS}.svc.cluster.local` }],
          conditions: [accepted(cluster, 'Accepted', 'Resource accepted'), programmed],
          listeners: listeners.map(listener => ({
            name: listener,
            attachedRoutes: 1,
            supportedKinds: [{ group: GROUP, kind: 'HTTPRoute' }],
            conditions: [accepted(cluster, 'Accepted', 'No errors found'), programmed],
          })),
        },
      },
    };
  });
}

interface RouteParts {
  readonly gateway: string;
  readonly section?: string;
  readonly hostnames: readonly string[];
  /** Rules of the route. `to` is the Service that a rule leads to, as `namespace/name`. */
  readonly rules: readonly { readonly name: string; readonly path: string; readonly to: string }[];
  /** A Service in another namespace that the route refers to without a ReferenceGrant. */
  readonly ungranted?: string;
}

function route(
  cluster: DemoCluster,
  place: string,
  { gateway, section, hostnames, rules, ungranted }: RouteParts,
): DemoObject {
  const [namespace = '', name = ''] = place.split('/');
  return demoObject(cluster, [GATEWAY_API, 'HTTPRoute'], namespace, name, () => {
    const parentRef = {
      group: GROUP,
      kind: 'Gateway',
      namespace: INGRESS,
      name: gateway,
      ...(section && { sectionName: section }),
    };
    const resolved = ungranted
      ? condition(
          'ResolvedRefs',
          false,
          'RefNotPermitted',
          `backendRef ${ungranted} not accessible to a HTTPRoute`,
          stamp(cluster),
        )
      : condition('ResolvedRefs', true, 'ResolvedRefs', 'All references resolved', stamp(cluster));
    return {
      generation: 1,
      createdAt: bornAt(cluster) + 30 * DAY,
      content: {
        spec: {
          parentRefs: [parentRef],
          hostnames,
          rules: rules.map(({ name, path, to }) => {
            const [space, service] = to.split('/');
            const backend = { name: service, port: 80, ...(space !== namespace && { namespace: space }) };
            return { name, matches: [{ path: { type: 'PathPrefix', value: path } }], backendRefs: [backend] };
          }),
        },
        status: {
          parents: [
            {
              controllerName: 'istio.io/gateway-controller',
              parentRef,
              conditions: [accepted(cluster, 'Accepted', 'Route was valid'), resolved],
            },
          ],
        },
      },
    };
  });
}

/** Status that the controller of a policy reports. */
type Enforced = 'enforced' | 'overridden' | 'conflicted' | 'no target';

interface PolicyParts {
  readonly target: Target;
  readonly spec: object;
  readonly state?: Enforced;
  /**
   * Creation time of the policy, in days after the cluster was set up. Of two conflicting policies, the older policy
   * wins. @default 40
   */
  readonly day?: number;
}

function policy(
  cluster: DemoCluster,
  kind: string,
  place: string,
  { target, spec, state = 'enforced', day = 40 }: PolicyParts,
): DemoObject {
  const [namespace = '', name = ''] = place.split('/');
  return demoObject(cluster, [KUADRANT, kind], namespace, name, () => ({
    generation: 1,
    createdAt: bornAt(cluster) + day * DAY,
    content: {
      spec: { targetRef: { group: GROUP, ...target }, ...spec },
      status: { observedGeneration: 1, conditions: policyConditions(cluster, kind, target, state) },
    },
  }));
}

function policyConditions(
  cluster: DemoCluster,
  kind: string,
  { kind: of, name }: Target,
  state: Enforced,
): readonly unknown[] {
  if (state === 'no target')
    return [condition('Accepted', false, 'TargetNotFound', `${kind} target ${name} was not found`, stamp(cluster))];
  if (state === 'conflicted')
    return [
      condition(
        'Accepted',
        false,
        'Conflicted',
        `${kind} is conflicted by another ${kind} of ${of} ${name}`,
        stamp(cluster),
      ),
    ];
  const enforced =
    state === 'enforced'
      ? condition('Enforced', true, 'Enforced', `${kind} has been successfully enforced`, stamp(cluster))
      : condition('Enforced', false, 'Overridden', `${kind} is overridden`, stamp(cluster));
  return [accepted(cluster, 'Accepted', `${kind} has been accepted`), enforced];
}

/** Policies of the public Gateway. The policy of a route may replace the sign-in rule, but not the limit on bursts. */
function publicPolicies(cluster: DemoCluster): readonly DemoObject[] {
  const target: Target = { kind: 'Gateway', name: 'public' };
  const signIn = { jwt: { issuerUrl: 'https://login.acme.example/realms/acme' } };
  const employees = {
    patternMatching: { patterns: [{ selector: 'auth.identity.email_verified', operator: 'eq', value: 'true' }] },
  };
  return [
    policy(cluster, 'AuthPolicy', `${INGRESS}/sign-in`, {
      target,
      spec: {
        defaults: { rules: { authentication: { 'acme-login': signIn }, authorization: { verified: employees } } },
      },
    }),
    policy(cluster, 'RateLimitPolicy', `${INGRESS}/no-floods`, {
      target,
      spec: { overrides: { strategy: 'merge', limits: { burst: { rates: [{ limit: 200, window: '1s' }] } } } },
    }),
    policy(cluster, 'TLSPolicy', `${INGRESS}/certificates`, {
      target,
      spec: { issuerRef: { group: 'cert-manager.io', kind: 'ClusterIssuer', name: 'letsencrypt' } },
    }),
  ];
}

function internalPolicies(cluster: DemoCluster, hasFaults: boolean): readonly DemoObject[] {
  const target: Target = { kind: 'Gateway', name: 'internal' };
  const spec = (provider: string) => ({ providerRefs: [{ name: provider }] });
  return [
    policy(cluster, 'DNSPolicy', `${INGRESS}/internal-dns`, { target, spec: spec('route53-internal') }),
    ...(hasFaults
      ? [
          policy(cluster, 'DNSPolicy', `${INGRESS}/migrated-dns`, {
            target,
            spec: spec('cloudflare'),
            state: 'conflicted',
            day: 60,
          }),
        ]
      : []),
  ];
}

function storefront(cluster: DemoCluster, hasPayments: boolean): readonly DemoObject[] {
  const shop = { name: 'shop', path: '/', to: 'storefront/storefront' };
  const pay = { name: 'pay', path: '/pay', to: 'payments/payments-api' };
  return [
    route(cluster, 'storefront/storefront', {
      gateway: 'public',
      section: 'web',
      hostnames: [`shop.${cluster.region}.acme.example`],
      rules: hasPayments ? [shop, pay] : [shop],
    }),
    policy(cluster, 'RateLimitPolicy', 'storefront/storefront', {
      target: { kind: 'HTTPRoute', name: 'storefront' },
      // On the third cluster, the controller has not noticed yet that the policy applies again.
      ...(cluster.index === 2 && { state: 'overridden' as const }),
      spec: {
        limits: {
          burst: { rates: [{ limit: 1_000, window: '1s' }] },
          'per-visitor': { rates: [{ limit: 60, window: '1m' }], counters: [{ expression: 'auth.identity.sub' }] },
        },
      },
    }),
    ...(hasPayments
      ? [
          demoObject(cluster, [GRANT_VERSION, 'ReferenceGrant'], 'payments', 'storefront-may-pay', () => ({
            generation: 1,
            content: {
              spec: {
                from: [{ group: GROUP, kind: 'HTTPRoute', namespace: 'storefront' }],
                to: [{ group: '', kind: 'Service', name: 'payments-api' }],
              },
            },
          })),
        ]
      : []),
  ];
}

function payments(cluster: DemoCluster): readonly DemoObject[] {
  return [
    route(cluster, 'payments/payments-api', {
      gateway: 'public',
      section: 'api',
      hostnames: [`api.${cluster.region}.acme.example`],
      rules: [{ name: 'charge', path: '/v1/charges', to: 'payments/payments-api' }],
    }),
    policy(cluster, 'AuthPolicy', 'payments/card-tokens', {
      target: { kind: 'HTTPRoute', name: 'payments-api' },
      spec: {
        rules: {
          authentication: { 'card-network': { x509: { selector: { matchLabels: { 'acme.example/ca': 'cards' } } } } },
        },
      },
    }),
    demoObject(cluster, [GATEWAY_API, 'BackendTLSPolicy'], 'payments', 'payments-api', () => ({
      generation: 1,
      createdAt: bornAt(cluster) + 50 * DAY,
      content: {
        spec: {
          targetRefs: [{ group: '', kind: 'Service', name: 'payments-api' }],
          validation: { hostname: 'payments-api.payments.svc', wellKnownCACertificates: 'System' },
        },
        status: {
          ancestors: [
            {
              ancestorRef: { group: GROUP, kind: 'Gateway', namespace: INGRESS, name: 'public' },
              controllerName: 'istio.io/gateway-controller',
              conditions: [accepted(cluster, 'Accepted', 'Configuration is valid')],
            },
          ],
        },
      },
    })),
  ];
}

function checkoutRoute(cluster: DemoCluster, isUngranted: boolean): DemoObject {
  const cart = { name: 'cart', path: '/', to: 'checkout/checkout-api' };
  const refund = { name: 'refund', path: '/refund', to: 'payments/payments-api' };
  return route(cluster, 'checkout/checkout', {
    gateway: 'public',
    section: 'web',
    hostnames: [`checkout.${cluster.region}.acme.example`],
    rules: isUngranted ? [cart, refund] : [cart],
    ...(isUngranted && { ungranted: 'payments-api/payments' }),
  });
}

function search(cluster: DemoCluster, hasFaults: boolean): readonly DemoObject[] {
  const limits = { crawlers: { rates: [{ limit: 5, window: '10s' }] } };
  return [
    route(cluster, 'search/search', {
      gateway: 'internal',
      hostnames: ['search.internal.acme.example'],
      rules: [{ name: 'query', path: '/', to: 'search/search-api' }],
    }),
    ...(hasFaults
      ? [
          policy(cluster, 'RateLimitPolicy', 'search/old-search', {
            target: { kind: 'HTTPRoute', name: 'search-v1' },
            spec: { limits },
            state: 'no target',
          }),
        ]
      : []),
  ];
}

function stamp(cluster: DemoCluster): { readonly generation: number; readonly at: number } {
  return { generation: 1, at: bornAt(cluster) + 60 * DAY };
}

function accepted(cluster: DemoCluster, reason: string, message: string): unknown {
  return condition('Accepted', true, reason, message, stamp(cluster));
}
