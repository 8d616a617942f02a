/**
 * Metrics of the proxies in the demo's mesh: calls with their rates and response codes. Some calls fail, some have
 * stopped, some are not encrypted, and one comes from an unregistered cluster.
 */
import type { SeriesLabels, SimulatedSeries, SeriesSource } from '../sim/prometheus.ts';
import type { DemoCluster } from './cluster.ts';
import { CARD_NETWORK, meshWorkloads, PAYMENTS_DATABASE, type MeshWorkload } from './mesh.ts';
import { seededRandom } from './random.ts';

interface End extends MeshWorkload {
  readonly cluster: string;
}

/** Calls to a workload, or to a host outside the mesh. `from` is undefined for callers outside the mesh. */
interface Call {
  readonly from: End | undefined;
  readonly to: End | string;
  /** Requests per second. For TCP, bytes per second. */
  readonly rate: number;
  readonly protocol?: 'http' | 'grpc' | 'tcp';
  /** Shares of failing responses, from 0 to 1, by HTTP code or gRPC status. */
  readonly failing?: Readonly<Record<string, number>>;
  /** Response flags that the caller's proxy reports for code 503. */
  readonly flags?: string;
  /** Share of requests that are encrypted, from 0 to 1. @default 1 */
  readonly mtls?: number;
  /** Mean response time, in milliseconds. @default 20 */
  readonly milliseconds?: number;
}

export function telemetryOf(clusters: readonly DemoCluster[]): SeriesSource {
  const calls = clusters.flatMap(cluster => callsOf(cluster, clusters));
  return function* (metric, at) {
    for (const call of calls) yield* seriesOf(call, metric, at);
  };
}

function endOf(clusters: readonly DemoCluster[], app: string): End | undefined {
  for (const cluster of clusters) {
    const workload = meshWorkloads(cluster).find(workload => workload.app === app);
    if (workload) return { ...workload, cluster: cluster.name };
    const team = cluster.apps.find(({ name }) => name === app);
    if (team) return { namespace: team.namespace, name: app, app, version: '', cluster: cluster.name };
  }
  return undefined;
}

function callsOf(cluster: DemoCluster, mesh: readonly DemoCluster[]): readonly Call[] {
  const calls: Call[] = [];
  /** The workload of an application in this cluster, or else in the first cluster with the application. */
  const end = (app: string) => endOf([cluster, ...mesh], app);
  const call = (
    from: End | undefined,
    to: End | string | undefined,
    rate: number,
    more: Omit<Call, 'from' | 'to' | 'rate'> = {},
  ) => {
    if (to !== undefined) calls.push({ from, to, rate, ...more });
  };
  const scale = 1 + (2 - cluster.index) / 2;
  const [gateway, cart] = [end('istio-ingressgateway'), end('cart')];
  call(undefined, gateway, 40 * scale, { mtls: 0, failing: { '404': 0.01 } });
  for (const shop of meshWorkloads(cluster).filter(({ app }) => app === 'storefront')) {
    const storefront = { ...shop, cluster: cluster.name };
    const share = shop.version === 'v2' ? 0.1 : 0.9;
    call(gateway, storefront, 40 * scale * share, {
      failing: shop.version === 'v2' ? { '500': 0.03 } : { '404': 0.01 },
      milliseconds: 85,
    });
    call(storefront, cart, 12 * scale * share, { milliseconds: 32 });
    call(storefront, end('search-api'), 18 * scale * share, { protocol: 'grpc', milliseconds: 41 });
  }
  if (!cart) return calls;
  const here = { ...cart, cluster: cluster.name };
  if (cart.cluster === cluster.name) {
    const payments = end('payments-api');
    const elsewhere = endOf(mesh.toReversed(), 'payments-api');
    // On the first cluster, the Pods of payments crash, so calls fail there or go to another cluster.
    const isBroken = cluster.index === 0;
    call(
      here,
      payments,
      isBroken ? 2.5 : 6,
      isBroken ? { failing: { '503': 0.62 }, flags: 'UF,URX', milliseconds: 240 } : { milliseconds: 55 },
    );
    if (isBroken && elsewhere && elsewhere.cluster !== cluster.name) call(here, elsewhere, 6, { milliseconds: 130 });
    call(here, CARD_NETWORK, 3, { milliseconds: 310 });
    call(here, end('identity-api'), 0);
  }
  const web = cluster.apps.find(({ name }) => name === 'checkout-web');
  if (web) {
    const from = { namespace: web.namespace, name: web.name, app: web.name, version: '', cluster: cluster.name };
    // On the second cluster, half of the Pods have no sidecar yet.
    call(from, end('checkout-api'), 9, { mtls: cluster.index === 1 ? 0.5 : 1 });
  }
  const checkout = end('checkout-api');
  if (checkout)
    call(checkout, end('payments-api'), 1.5, cluster.index === 0 ? { failing: { '503': 0.62 }, flags: 'UF,URX' } : {});
  const payments = end('payments-api');
  if (payments) call(payments, PAYMENTS_DATABASE, 24_000, { protocol: 'tcp' });
  if (payments && cluster.index === mesh.length - 1)
    call(
      { cluster: 'legacy-datacenter', namespace: 'billing', name: 'invoices', app: 'invoices', version: '' },
      payments,
      0.8,
    );
  return calls;
}

const DURATION = 'istio_request_duration_milliseconds_';

function* seriesOf(call: Call, metric: string, at: number): Generator<SimulatedSeries> {
  const isTcp = call.protocol === 'tcp';
  if (metric === 'istio_tcp_received_bytes_total' ? !isTcp : isTcp) return;
  const isSum = metric === `${DURATION}sum`;
  if (!isTcp && metric !== 'istio_requests_total' && !isSum && metric !== `${DURATION}count`) return;
  const now = call.rate * swing(call, at) * (isSum ? (call.milliseconds ?? 20) : 1);
  for (const { share, labels } of outcomesOf(call))
    for (const reporter of reportersOf(call, labels))
      for (const [policy, part] of reporter === 'source' ? ([['unknown', 1]] as const) : securityOf(call))
        yield {
          labels: { ...ends(call), ...labels, reporter, connection_security_policy: policy },
          rate: now * share * part,
        };
}

/** A factor between 0.8 and 1.2 with a period of 15 minutes. */
function swing({ from, to }: Call, at: number): number {
  const phase = seededRandom(JSON.stringify([from, to]))();
  return 1 + 0.2 * Math.sin(2 * Math.PI * (at / 900 + phase));
}

function outcomesOf({
  protocol = 'http',
  failing = {},
  flags = '-',
}: Call): readonly { share: number; labels: SeriesLabels }[] {
  if (protocol === 'tcp') return [{ share: 1, labels: { request_protocol: 'tcp', response_flags: '-' } }];
  const outcome = (code: string, share: number) => ({
    share,
    labels: {
      request_protocol: protocol,
      response_code: protocol === 'grpc' ? '200' : code,
      ...(protocol === 'grpc' && { grpc_response_status: code }),
      response_flags: code === '503' ? flags : '-',
    },
  });
  const failures = Object.entries(failing);
  const rest = 1 - failures.reduce((sum, [, share]) => sum + share, 0);
  return [outcome(protocol === 'grpc' ? '0' : '200', rest), ...failures.map(([code, share]) => outcome(code, share))];
}

/**
 * The proxies that report a call. Only the caller's proxy reports a request that leaves the mesh or fails to connect.
 * Only the called proxy reports a request from outside the mesh.
 */
function reportersOf(
  { from, to }: Call,
  { response_flags: flags }: SeriesLabels,
): readonly ('source' | 'destination')[] {
  if (typeof to === 'string' || flags?.startsWith('UF')) return ['source'];
  return from === undefined ? ['destination'] : ['source', 'destination'];
}

function securityOf({ mtls = 1 }: Call): readonly (readonly [policy: string, share: number])[] {
  return [['mutual_tls', mtls] as const, ['none', 1 - mtls] as const].filter(([, share]) => share > 0);
}

function ends({ from, to }: Call): SeriesLabels {
  const labels = (side: 'source' | 'destination', end: End | undefined) => ({
    [`${side}_cluster`]: end?.cluster ?? 'unknown',
    [`${side}_workload_namespace`]: end?.namespace ?? 'unknown',
    [`${side}_workload`]: end?.name ?? 'unknown',
    [`${side}_canonical_service`]: end?.app ?? 'unknown',
    [`${side}_canonical_revision`]: end?.version || 'latest',
  });
  const service =
    typeof to === 'string'
      ? { destination_service_name: to, destination_service_namespace: 'unknown' }
      : { destination_service_name: to.app, destination_service_namespace: to.namespace };
  return { ...labels('source', from), ...labels('destination', typeof to === 'string' ? undefined : to), ...service };
}
