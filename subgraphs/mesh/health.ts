/**
 * Health of instances and edges. Request health follows from error rates and tolerances, replica health from numbers of
 * replicas. Tables and thresholds are taken from Kiali.
 */
import { compareText } from '../../readmodel/table/names.ts';
import type { Call, Protocol } from './calls.ts';
import { codePattern, type CodePattern } from './code-pattern.ts';
import { percentOf, rateOf } from './numbers.ts';

/** Statuses, sorted from worst to best. */
export const HEALTH_STATUSES = ['FAILURE', 'DEGRADED', 'NOT_READY', 'HEALTHY', 'NOT_AVAILABLE'] as const;
export type HealthStatus = (typeof HEALTH_STATUSES)[number];

export function worstOf(statuses: Iterable<HealthStatus>): HealthStatus {
  let worst = HEALTH_STATUSES.length - 1;
  for (const status of statuses) worst = Math.min(worst, HEALTH_STATUSES.indexOf(status));
  return HEALTH_STATUSES[worst]!;
}

export type Direction = 'INBOUND' | 'OUTBOUND';
const DIRECTIONS: readonly Direction[] = ['INBOUND', 'OUTBOUND'];
/** Protocols whose calls are requests with response codes. */
const REQUEST_PROTOCOLS = ['HTTP', 'GRPC'] as const satisfies readonly Protocol[];

/**
 * Percentages of requests with these codes from which the requests count as degraded or failing. 0 percent is always
 * healthy.
 */
export interface Tolerance {
  readonly code: CodePattern;
  readonly degraded: number;
  readonly failure: number;
  readonly protocols: readonly Protocol[];
  readonly directions: readonly Direction[];
}

export const DEFAULT_TOLERANCES: readonly Tolerance[] = [
  { code: /^(?:5\d\d)$/, degraded: 0, failure: 10, protocols: ['HTTP'], directions: DIRECTIONS },
  { code: /^(?:4\d\d)$/, degraded: 10, failure: 20, protocols: ['HTTP'], directions: DIRECTIONS },
  { code: /^(?:[1-9]|1[0-6])$/, degraded: 0, failure: 10, protocols: ['GRPC'], directions: DIRECTIONS },
  { code: /^(?:-)$/, degraded: 0, failure: 10, protocols: REQUEST_PROTOCOLS, directions: DIRECTIONS },
];

export const RATE_ANNOTATION = 'health.kiali.io/rate';
export const MAX_ANNOTATION = 512;
const MAX_ENTRIES = 16;
const PERCENTAGE = /^(\d+\.?\d*|\.\d+)$/;

/**
 * Parses the tolerances in an annotation: entries `code,degraded,failure,protocol,direction`, separated by `;`. The
 * result is undefined if the annotation or any entry is malformed. DEFAULT_TOLERANCES then apply.
 */
export function tolerancesOf(annotation: string): readonly Tolerance[] | undefined {
  if (annotation.length > MAX_ANNOTATION) return undefined;
  const entries = annotation.split(';');
  if (entries.at(-1)!.trim() === '') entries.pop();
  if (entries.length === 0 || entries.length > MAX_ENTRIES) return undefined;
  const tolerances = entries.map(toleranceOf);
  return tolerances.every(tolerance => tolerance !== undefined) ? tolerances : undefined;
}

function toleranceOf(entry: string): Tolerance | undefined {
  const fields = entry.split(',').map(field => field.trim());
  const [codes = '', degraded = '', failure = '', protocol = '', direction = ''] = fields;
  if (fields.length !== 5 || ![degraded, failure].every(text => PERCENTAGE.test(text) && Number(text) <= 100))
    return undefined;
  const code = codePattern(codes);
  const protocols = wordsOf(protocol, { http: 'HTTP', grpc: 'GRPC' } as const);
  const directions = wordsOf(direction, { inbound: 'INBOUND', outbound: 'OUTBOUND' } as const);
  if (!code || !protocols || !directions || Number(degraded) > Number(failure)) return undefined;
  return { code, degraded: Number(degraded), failure: Number(failure), protocols, directions };
}

/**
 * Splits a text at `|` and returns the value of each word. An empty text and `.*` mean all values. The result is
 * undefined if a word is unknown.
 */
function wordsOf<T extends string>(text: string, values: Readonly<Record<string, T>>): readonly T[] | undefined {
  if (text === '' || text === '.*') return Object.values(values);
  const words = text.split('|');
  return words.every(word => Object.hasOwn(values, word)) ? words.map(word => values[word]!) : undefined;
}

export interface CodeRate {
  readonly code: string;
  readonly flags: string;
  readonly rate: number;
}

/** Rates by response code and flags. Sums use unrounded rates. Only shown rates are rounded. */
export class CodeRates {
  readonly #byKey = new Map<string, { readonly code: string; readonly flags: string; rate: number }>();
  total = 0;

  add(code: string, flags: string, rate: number): void {
    const key = `${code}\0${flags}`;
    const known = this.#byKey.get(key);
    if (known) known.rate += rate;
    else this.#byKey.set(key, { code, flags, rate });
    this.total += rate;
  }

  addAll(other: CodeRates): void {
    for (const { code, flags, rate } of other.#byKey.values()) this.add(code, flags, rate);
  }

  /** Sum of the rates whose code matches. */
  where(fits: (code: string) => boolean): number {
    let sum = 0;
    for (const { code, rate } of this.#byKey.values()) if (fits(code)) sum += rate;
    return sum;
  }

  /** Rounded rates, sorted by code, then flags. */
  shown(): readonly CodeRate[] {
    return [...this.#byKey.values()]
      .sort((a, b) => compareText(a.code, b.code) || compareText(a.flags, b.flags))
      .map(({ code, flags, rate }) => ({ code, flags, rate: rateOf(rate) }));
  }
}

/** Percentage of requests that failed. Undefined for TCP, or if there are no requests. */
export function errorPercent(protocol: Protocol, rates: CodeRates): number | undefined {
  if (rates.total === 0 || protocol === 'TCP') return undefined;
  return percentOf(
    rates.where(protocol === 'GRPC' ? code => code !== '0' : code => /^(?:[45]..|-)$/.test(code)),
    rates.total,
  );
}

/** Status of the requests of one direction and protocol. NOT_AVAILABLE for TCP, or if there are no requests. */
export function requestStatus(
  protocol: Protocol,
  direction: Direction,
  rates: CodeRates,
  tolerances: readonly Tolerance[],
): HealthStatus {
  if (rates.total === 0 || protocol === 'TCP') return 'NOT_AVAILABLE';
  const fitting = tolerances.filter(
    ({ protocols, directions }) => protocols.includes(protocol) && directions.includes(direction),
  );
  return worstOf([
    'HEALTHY',
    ...fitting.map(({ code, degraded, failure }): HealthStatus => {
      const ratio = (rates.where(found => code.test(found)) / rates.total) * 100;
      if (ratio === 0) return 'HEALTHY';
      if (ratio >= failure) return 'FAILURE';
      return ratio >= degraded ? 'DEGRADED' : 'HEALTHY';
    }),
  ]);
}

/** Rates of an instance by direction and protocol. */
export class InstanceRates {
  readonly #rates = new Map<string, CodeRates>();

  add(direction: Direction, { protocol, code, flags, rate }: Call): void {
    const key = `${direction} ${protocol}`;
    let rates = this.#rates.get(key);
    if (!rates) this.#rates.set(key, (rates = new CodeRates()));
    rates.add(code, flags, rate);
  }

  /**
   * Health of the requests by direction and protocol: INBOUND before OUTBOUND, HTTP before GRPC. Omits TCP, and
   * directions and protocols without requests.
   */
  health(tolerances: readonly Tolerance[]): readonly RequestHealth[] {
    return DIRECTIONS.flatMap(direction =>
      REQUEST_PROTOCOLS.flatMap((protocol): RequestHealth[] => {
        const rates = this.#rates.get(`${direction} ${protocol}`);
        if (!rates || rates.total === 0) return [];
        return [
          {
            ...{ direction, protocol, rate: rateOf(rates.total), errorPercent: errorPercent(protocol, rates)! },
            codes: rates.shown(),
            status: requestStatus(protocol, direction, rates, tolerances),
          },
        ];
      }),
    );
  }
}

export interface RequestHealth {
  readonly direction: Direction;
  readonly protocol: Protocol;
  readonly rate: number;
  readonly errorPercent: number;
  readonly codes: readonly CodeRate[];
  readonly status: HealthStatus;
}

export type InstanceType = 'SERVICE' | 'WORKLOAD' | 'APP';

/** Rates of all instances that occur in calls, by type, cluster, namespace and name. */
export class RatesOfInstances {
  readonly #byKey = new Map<string, InstanceRates>();

  *count(calls: readonly Call[]): Generator<void, void, void> {
    for (const [i, call] of calls.entries()) {
      if (i % CALLS_IN_A_STEP === CALLS_IN_A_STEP - 1) yield;
      const { source, destination, service } = call;
      this.#add('SERVICE', service.cluster, service.namespace, service.name, 'INBOUND', call);
      for (const [end, direction] of [[destination, 'INBOUND'] as const, [source, 'OUTBOUND'] as const]) {
        this.#add('WORKLOAD', end.cluster, end.namespace, end.workload, direction, call);
        this.#add('APP', end.cluster, end.namespace, end.app, direction, call);
      }
    }
  }

  of(type: InstanceType, cluster: string, namespace: string, name: string): InstanceRates {
    return this.#byKey.get(keyOf(type, cluster, namespace, name)) ?? NO_RATES;
  }

  #add(type: InstanceType, cluster: string, namespace: string, name: string, direction: Direction, call: Call): void {
    if (cluster === '' || namespace === '' || name === '') return;
    const key = keyOf(type, cluster, namespace, name);
    let rates = this.#byKey.get(key);
    if (!rates) this.#byKey.set(key, (rates = new InstanceRates()));
    rates.add(direction, call);
  }
}

const CALLS_IN_A_STEP = 200;
const NO_RATES = new InstanceRates();

function keyOf(...parts: readonly string[]): string {
  return JSON.stringify(parts);
}

export interface Replicas {
  readonly desired: number;
  readonly current: number;
  readonly available: number;
}

/** Kiali's rules for replicas. The first rule that matches decides. */
export function replicaStatus({ desired, current, available }: Replicas): HealthStatus {
  if (desired === 0) return 'NOT_READY';
  if (current > 0 && available > 0 && (current < desired || available < desired)) return 'DEGRADED';
  if (available === 0) return 'FAILURE';
  if (desired === available && available !== current) return 'FAILURE';
  return desired === available && available === current ? 'HEALTHY' : 'DEGRADED';
}
