/**
 * The multi-cluster graph of Kiali's own tests (graph/api, TestMultiClusterSourceGraph): the series that the proxies of
 * sources and destinations report on two clusters, and the resulting nodes and edges. Each series has 100 requests per
 * second.
 */
import { series } from './fixtures.ts';

const [K, T] = ['kukulcan', 'tzotz'];
const [PRODUCTPAGE, DETAILS] = [`${K}/bookinfo/productpage-v1=productpage:v1`, `${K}/bookinfo/details-v1=details:v1`];
const reviews = (cluster: string | undefined, version: string) =>
  `${cluster}/bookinfo/reviews-${version}=reviews:${version}`;
const RATINGS = `${T}/bookinfo/ratings-v1=ratings:v1`;
const INGRESS = `${K}/istio-system/istio-ingressgateway=istio-ingressgateway:latest`;
const call = (reporter: string, source: string, destination: string, service: string) =>
  series(source, destination, { reporter, service, rate: 100 });

export const REFERENCE_SERIES = [
  ...[reviews(K, 'v2'), DETAILS, reviews(K, 'v1')].map(to =>
    call('destination', PRODUCTPAGE, to, to === DETAILS ? 'bookinfo/details' : 'bookinfo/reviews'),
  ),
  call('destination', INGRESS, PRODUCTPAGE, 'bookinfo/productpage'),
  ...[reviews(T, 'v3'), reviews(T, 'v2'), reviews(K, 'v1'), reviews(K, 'v2')].map(to =>
    call('source', PRODUCTPAGE, to, 'bookinfo/reviews'),
  ),
  call('source', PRODUCTPAGE, DETAILS, 'bookinfo/details'),
  call('source', reviews(K, 'v2'), RATINGS, 'bookinfo/ratings'),
  call(
    'source',
    `${T}/bookinfo/kiali#4488-source-v1=kiali#4488-source:v1`,
    `${T}/bookinfo/kiali#4488-dest-v1=kiali#4488-dest:v1`,
    '/PassthroughCluster',
  ),
];

const app = (cluster: string | undefined, name: string, version: string) =>
  `APP/${cluster}/bookinfo/${name}/${version}`;
const service = (cluster: string | undefined, name: string) => `SERVICE/${cluster}/bookinfo/${name}`;

/** Edges of the graph of versioned apps with service nodes: source, target, requests per second. */
export const REFERENCE_EDGES: readonly (readonly [source: string, target: string, rate: number])[] = [
  [app(K, 'productpage', 'v1'), service(T, 'reviews'), 200],
  [app(K, 'productpage', 'v1'), service(K, 'reviews'), 200],
  [app(K, 'productpage', 'v1'), service(K, 'details'), 100],
  [service(T, 'reviews'), app(T, 'reviews', 'v2'), 100],
  [service(T, 'reviews'), app(T, 'reviews', 'v3'), 100],
  [service(K, 'reviews'), app(K, 'reviews', 'v1'), 100],
  [service(K, 'reviews'), app(K, 'reviews', 'v2'), 100],
  [service(K, 'details'), app(K, 'details', 'v1'), 100],
  [`APP/${K}/istio-system/istio-ingressgateway/latest`, service(K, 'productpage'), 100],
  [service(K, 'productpage'), app(K, 'productpage', 'v1'), 100],
  [app(K, 'reviews', 'v2'), service(T, 'ratings'), 100],
  [service(T, 'ratings'), app(T, 'ratings', 'v1'), 100],
  [app(T, 'kiali%234488-source', 'v1'), app(T, 'kiali%234488-dest', 'v1'), 100],
];
