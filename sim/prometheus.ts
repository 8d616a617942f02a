/**
 * A simulated Prometheus on loopback, with the APIs `/api/v1/query` and `/api/v1/query_range`. The caller passes a
 * function that computes the series for a requested time.
 *
 * The simulation supports only the PromQL that fleetgraph sends: `sum by (…) (…)` of `rate(metric{…}[5m])` or
 * `metric{…}`. The inner expression may be inside `max by (…) (…)`. Several sums may be joined by `or` or `or on ()`.
 * All other queries are refused like invalid queries on a real server, so a test notices when the queries of fleetgraph
 * change.
 */
import { setImmediate as nextTurn } from 'node:timers/promises';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

export type SeriesLabels = Readonly<Record<string, string>>;

export interface SimulatedSeries {
  readonly labels: SeriesLabels;
  /** Rate per second of a counter, or value of a gauge. */
  readonly rate: number;
}

/** Returns the series of a metric at a time, in seconds since the epoch. */
export type SeriesSource = (metric: string, at: number) => Iterable<SimulatedSeries>;

export interface SimulatedPrometheus {
  readonly url: string;
  close(): Promise<void>;
}

export async function startSimulatedPrometheus(series: SeriesSource): Promise<SimulatedPrometheus> {
  const server = createServer((request, response) => void answer(series, request, response));
  await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    close: () => closed(server),
  };
}

function closed(server: Server): Promise<void> {
  return new Promise(resolve => {
    server.close(() => resolve());
    server.closeAllConnections();
  });
}

/** Maximum bytes of a request. */
const BODY_LIMIT = 256 * 1024;

async function answer(series: SeriesSource, request: IncomingMessage, response: ServerResponse): Promise<void> {
  const send = (code: number, body: object) => {
    response.writeHead(code, { 'content-type': 'application/json' }).end(JSON.stringify(body));
  };
  const { pathname, searchParams } = new URL(request.url ?? '/', 'http://localhost');
  if (pathname !== '/api/v1/query' && pathname !== '/api/v1/query_range')
    return send(404, failure('not_found', `there is no ${pathname}`));
  const form = request.method === 'POST' ? new URLSearchParams(await bodyOf(request)) : searchParams;
  const terms = parseQuery(form.get('query') ?? '');
  if (typeof terms === 'string') return send(400, failure('bad_data', terms));
  const seconds = (name: string, otherwise: number) => Number(form.get(name) ?? otherwise);
  if (pathname === '/api/v1/query') {
    const at = seconds('time', Date.now() / 1_000);
    if (!Number.isFinite(at)) return send(400, failure('bad_data', 'time is not a number of seconds'));
    const result = evaluate(terms, series, at).map(({ labels, rate }) => ({
      metric: labels,
      value: [at, String(rate)],
    }));
    return send(200, { status: 'success', data: { resultType: 'vector', result } });
  }
  const [start, end, step] = [seconds('start', NaN), seconds('end', NaN), seconds('step', NaN)];
  if (!(step > 0) || !(end >= start) || (end - start) / step > MAX_STEPS)
    return send(400, failure('bad_data', 'start, end and step are not numbers of seconds, or are too many'));
  const found = new Map<string, { readonly metric: SeriesLabels; readonly values: [number, string][] }>();
  for (let at = start; at <= end; at += step) {
    for (const { labels, rate } of evaluate(terms, series, at)) {
      const key = JSON.stringify(labels);
      const known = found.get(key) ?? { metric: labels, values: [] };
      found.set(key, known);
      known.values.push([at, String(rate)]);
    }
    await nextTurn(); // In a demo, this code shares the event loop with the gateway.
  }
  send(200, { status: 'success', data: { resultType: 'matrix', result: [...found.values()] } });
}

/** Maximum number of points of one series in a range query, as in Prometheus. */
const MAX_STEPS = 11_000;

const failure = (errorType: string, error: string) => ({ status: 'error', errorType, error });

async function bodyOf(request: IncomingMessage): Promise<string> {
  let text = '';
  for await (const chunk of request as AsyncIterable<Buffer>) if (text.length <= BODY_LIMIT) text += chunk.toString();
  return text;
}

export interface QueryTerm {
  readonly by: readonly string[];
  /** Labels of the inner `max by`. Undefined if the term has no `max by`. */
  readonly each: readonly string[] | undefined;
  readonly metric: string;
  readonly matches: (labels: SeriesLabels) => boolean;
  /** True for a term after `or on ()`, which counts only if all earlier terms have no result. */
  readonly isLast: boolean;
}

const SUM = /^(on \(\) )?sum by \(([\w, ]*)\) \((.*)\)$/s;
const MAX = /^max by \(([\w, ]*)\) \((.*)\)$/s;
const RATE = /^rate\((\w+)\{(.*)\}\[\d+[smh]\]\)$/s;
const GAUGE = /^(\w+)\{(.*)\}$/s;
const MATCHER = /\s*(\w+)(=~|!~|!=|=)"((?:[^"\\]|\\.)*)"\s*(?:,|$)/y;

const labelsIn = (text: string): string[] => text.split(',').map(label => label.trim());

/** The terms of a query, or a text with its problem. */
export function parseQuery(query: string): readonly QueryTerm[] | string {
  const terms: QueryTerm[] = [];
  for (const text of query.split(/ or (?=(?:on \(\) )?sum by )/)) {
    const [, on, by = '', summed = ''] = SUM.exec(text) ?? [];
    const [, each, largest = summed] = MAX.exec(summed) ?? [];
    const [, metric = '', matchers = ''] = RATE.exec(largest) ?? GAUGE.exec(largest) ?? [];
    const tests = metric === '' ? undefined : parseMatchers(matchers);
    if (!tests)
      return `the simulated Prometheus reads sum by (…) (rate(metric{…}[5m])), with max by (…) inside, joined by or, not: ${text}`;
    terms.push({
      ...{ by: labelsIn(by), each: each === undefined ? undefined : labelsIn(each), metric, isLast: on !== undefined },
      matches: labels => tests.every(test => test(labels)),
    });
  }
  return terms;
}

function parseMatchers(text: string): readonly QueryTerm['matches'][] | undefined {
  const tests: QueryTerm['matches'][] = [];
  MATCHER.lastIndex = 0;
  for (let end = 0; end < text.length; end = MATCHER.lastIndex) {
    const [, name = '', operator = '', quoted] = MATCHER.exec(text) ?? [];
    if (quoted === undefined) return undefined;
    const value = JSON.parse(`"${quoted}"`) as string;
    const pattern = operator.endsWith('~') ? new RegExp(`^(?:${value})$`, 's') : undefined;
    const isWanted = !operator.startsWith('!');
    tests.push(({ [name]: label = '' }) => (pattern ? pattern.test(label) : label === value) === isWanted);
  }
  return tests;
}

/** Evaluates terms joined by `or`: if several terms give the same label set, the first term counts. */
function evaluate(terms: readonly QueryTerm[], series: SeriesSource, at: number): readonly SimulatedSeries[] {
  const found = new Map<string, SimulatedSeries>();
  for (const { by, each, metric, matches, isLast } of terms) {
    if (isLast && found.size > 0) break;
    const matching = [...series(metric, at)].filter(({ labels }) => matches(labels));
    const all = each ? [...grouped(matching, each, Math.max).values()] : matching;
    for (const [key, sum] of grouped(all, by, (a, b) => a + b)) if (!found.has(key)) found.set(key, sum);
  }
  return [...found.values()];
}

function grouped(
  series: readonly SimulatedSeries[],
  by: readonly string[],
  combined: (a: number, b: number) => number,
): ReadonlyMap<string, SimulatedSeries> {
  const groups = new Map<string, SimulatedSeries>();
  for (const { labels, rate } of series) {
    const group = Object.fromEntries(by.flatMap(name => (labels[name] ? [[name, labels[name]]] : [])));
    const key = JSON.stringify(group);
    const known = groups.get(key);
    groups.set(key, { labels: group, rate: known ? combined(known.rate, rate) : rate });
  }
  return groups;
}
