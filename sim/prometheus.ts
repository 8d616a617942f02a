/**
 * A simulated Prometheus on loopback: rates that its owner computes for a moment, asked through `/api/v1/query`.
 *
 * It reads one form of PromQL, the one that the product sends: `sum by (…) (rate(metric{…}[5m]))`, several joined by
 * `or`. Everything else is refused as a real server refuses what it cannot parse, so a changed query is noticed.
 */
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

export type SeriesLabels = Readonly<Record<string, string>>;

export interface SimulatedSeries {
  readonly labels: SeriesLabels;
  /** Rate per second. */
  readonly rate: number;
}

/** The series of a metric at a time, in seconds since the epoch. */
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

/** Bytes of a request. */
const BODY_LIMIT = 256 * 1024;

async function answer(series: SeriesSource, request: IncomingMessage, response: ServerResponse): Promise<void> {
  const send = (code: number, body: object) => {
    response.writeHead(code, { 'content-type': 'application/json' }).end(JSON.stringify(body));
  };
  const { pathname, searchParams } = new URL(request.url ?? '/', 'http://localhost');
  if (pathname !== '/api/v1/query') return send(404, failure('not_found', `there is no ${pathname}`));
  const form = request.method === 'POST' ? new URLSearchParams(await bodyOf(request)) : searchParams;
  const terms = parseQuery(form.get('query') ?? '');
  const at = Number(form.get('time') ?? Date.now() / 1_000);
  if (typeof terms === 'string') return send(400, failure('bad_data', terms));
  if (!Number.isFinite(at)) return send(400, failure('bad_data', 'time is not a number of seconds'));
  const result = evaluate(terms, series, at).map(({ labels, rate }) => ({ metric: labels, value: [at, String(rate)] }));
  send(200, { status: 'success', data: { resultType: 'vector', result } });
}

const failure = (errorType: string, error: string) => ({ status: 'error', errorType, error });

async function bodyOf(request: IncomingMessage): Promise<string> {
  let text = '';
  for await (const chunk of request as AsyncIterable<Buffer>) if (text.length <= BODY_LIMIT) text += chunk.toString();
  return text;
}

export interface QueryTerm {
  readonly by: readonly string[];
  readonly metric: string;
  readonly matches: (labels: SeriesLabels) => boolean;
}

const TERM = /^sum by \(([\w, ]*)\) \(rate\((\w+)\{(.*)\}\[\d+[smh]\]\)\)$/;
const MATCHER = /\s*(\w+)(=~|!~|!=|=)"((?:[^"\\]|\\.)*)"\s*(?:,|$)/y;

/** The terms of a query, or the problem with it. */
export function parseQuery(query: string): readonly QueryTerm[] | string {
  const terms: QueryTerm[] = [];
  for (const text of query.split(/ or (?=sum by )/)) {
    const [, by = '', metric = '', matchers = ''] = TERM.exec(text) ?? [];
    const tests = metric === '' ? undefined : parseMatchers(matchers);
    if (!tests) return `the simulated Prometheus reads sum by (…) (rate(metric{…}[5m])) joined by or, not: ${text}`;
    terms.push({
      by: by.split(',').map(label => label.trim()),
      metric,
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

/** As `or` has it: of equal label sets the first term's counts. */
function evaluate(terms: readonly QueryTerm[], series: SeriesSource, at: number): readonly SimulatedSeries[] {
  const found = new Map<string, SimulatedSeries>();
  for (const { by, metric, matches } of terms) {
    const sums = new Map<string, SimulatedSeries>();
    for (const { labels, rate } of series(metric, at)) {
      if (!matches(labels)) continue;
      const group = Object.fromEntries(by.flatMap(name => (labels[name] ? [[name, labels[name]]] : [])));
      const key = JSON.stringify(group);
      sums.set(key, { labels: group, rate: (sums.get(key)?.rate ?? 0) + rate });
    }
    for (const [key, sum] of sums) if (!found.has(key)) found.set(key, sum);
  }
  return [...found.values()];
}
