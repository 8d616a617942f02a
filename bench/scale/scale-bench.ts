/**
 * Parts that the benchmarks on a generated fleet share: Redis with the fleet, a replica and the gateway on this Redis,
 * Postgres with equal rows, and the correct answers. Each part is created on first use and ends with the run.
 */
import { Child } from '../child.ts';
import { Postgres } from '../peers/postgres.ts';
import { loadDocuments, loadNormalised } from '../peers/sql-tables.ts';
import type { FillerAnswer, FillerRequest } from '../processes/filler.ts';
import { Product } from '../product.ts';
import { POSTGRES } from '../../test/harness/debian-packages.ts';
import { startRedis, type RedisServer } from '../../test/harness/redis.ts';
import { clusterName, serverOf, SHAPES, type FleetShape } from './fleet.ts';
import { ORDERS, type ListOrder } from './orders.ts';
import { peopleOf, type People, type Person } from './people.ts';
import { EVERYTHING, KEYWORD, ONE_KIND, PAGE_SIZE, SIX_KINDS, type Question } from './questions.ts';
import { usedBytes } from './redis-memory.ts';
import { Replica } from './replica.ts';
import { computeTruth, type Truth, type Wanted } from './truth.ts';

/** Positions of deep pages in the list of a person with 3 000 grants. The last page is also measured. */
export const DEEP = [1_000, 6_000] as const;

export interface Filled {
  readonly redis: RedisServer;
  /** Bytes that Redis needs for states and grants, without the logs of changes. */
  readonly grantBytes: number;
  /** Additional bytes for the rows, without the logs of changes. */
  readonly rowBytes: number;
  readonly logBytes: number;
  readonly rowSeconds: number;
}

export interface ScaleBenchOptions {
  readonly shape: keyof typeof SHAPES;
  readonly signal: AbortSignal;
  readonly say: (line: string) => void;
}

export type Need = 'redis' | 'truth' | 'normalised' | 'documents';

export class ScaleBench implements AsyncDisposable {
  readonly shape: FleetShape;
  readonly shapeName: keyof typeof SHAPES;
  readonly people: People;
  readonly signal: AbortSignal;
  readonly say: (line: string) => void;
  readonly #open = new AsyncDisposableStack();
  readonly #filled = new Map<keyof typeof SHAPES, Promise<Filled>>();
  readonly #replicas = new Map<keyof typeof SHAPES, Promise<Replica>>();
  #truth: Promise<ReadonlyMap<string, Truth>> | undefined;
  #postgres: Promise<Postgres | undefined> | undefined;
  #normalised: Promise<Postgres | undefined> | undefined;
  #documents: Promise<Postgres | undefined> | undefined;
  #gateway: Promise<Product> | undefined;

  constructor({ shape, signal, say }: ScaleBenchOptions) {
    this.shapeName = shape;
    this.shape = SHAPES[shape];
    this.people = peopleOf(this.shape);
    this.signal = signal;
    this.say = say;
  }

  /** The measured people. */
  get everybody(): readonly Person[] {
    const { nobody, one, thirty, auditor, half, admin } = this.people;
    return [nobody, one, thirty, this.tenant, half, auditor, admin];
  }

  /** People who see at least one row. */
  get readers(): readonly Person[] {
    return this.everybody.filter(person => person !== this.people.nobody);
  }

  /** The first user with 3 000 grants. */
  get tenant(): Person {
    return this.people.tenants[0]!;
  }

  /** Prepares the needed parts before the first measurement, so that no preparation disturbs a measurement. */
  async prepare(needs: ReadonlySet<Need>): Promise<void> {
    await Promise.all([
      needs.has('redis') && this.filled(),
      needs.has('truth') && this.truth(),
      needs.has('normalised') && this.normalised().then(() => (needs.has('documents') ? this.documents() : undefined)),
    ]);
  }

  filled(shape = this.shapeName): Promise<Filled> {
    return once(this.#filled, shape, () => this.#fill(shape));
  }

  /** A replica that has loaded the whole index. */
  replica(shape = this.shapeName): Promise<Replica> {
    return once(this.#replicas, shape, async () => {
      const { redis } = await this.filled(shape);
      return this.#open.use(
        await Replica.open(redis.url, { clusters: SHAPES[shape].clusters, rows: true, signal: this.signal }),
      );
    });
  }

  /** Correct answers, by truthKey(). */
  truth(): Promise<ReadonlyMap<string, Truth>> {
    return (this.#truth ??= this.#computeTruth());
  }

  /** Postgres with the normalised tables. Undefined if Postgres is missing. */
  normalised(): Promise<Postgres | undefined> {
    return (this.#normalised ??= this.#load('normalised tables', postgres =>
      loadNormalised(postgres, this.shape, this.everybody, this.signal),
    ));
  }

  /** Postgres with the documents of ACM search. Undefined if Postgres is missing. */
  documents(): Promise<Postgres | undefined> {
    return (this.#documents ??= this.#load('documents', postgres => loadDocuments(postgres, this.shape, this.signal)));
  }

  /** `serve` with the gateway role on the filled Redis. May resolve before its index is complete. */
  gateway(): Promise<Product> {
    return (this.#gateway ??= this.startGateway().then(product => this.#open.use(product)));
  }

  /** Starts an additional gateway. The caller must close it. May resolve before its index is complete. */
  async startGateway(): Promise<Product> {
    const { redis } = await this.filled();
    const { admin, thirty, tenants, nobody } = this.people;
    return Product.start({
      signal: this.signal,
      kubeconfig: unreachable(Array.from({ length: this.shape.clusters }, (_, cluster) => clusterName(cluster))),
      tokens: [admin, nobody, thirty, ...tenants],
      config: {
        roles: ['gateway'],
        store: { type: 'redis', url: redis.url },
        // No leaves exist that could confirm RBAC or answer access reviews.
        rbac: { maxAge: '24h', audit: { perMinute: 0 } },
      },
    });
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.#open[Symbol.asyncDispose]();
  }

  async #fill(shape: keyof typeof SHAPES): Promise<Filled> {
    const redis = this.#open.use(await startRedis('--maxmemory-policy', 'noeviction'));
    await using filler = new Child<FillerRequest, FillerAnswer>('./processes/filler.ts');
    await filler.ask({ redis: redis.url, shape, task: { type: 'grants' } }, this.signal);
    const before = await usedBytes(redis.url);
    const { written, seconds } = await filler.ask({ redis: redis.url, shape, task: { type: 'rows' } }, this.signal);
    const after = await usedBytes(redis.url);
    this.say(`  Redis holds ${written} rows of ${shape} after ${seconds.toFixed(1)} s`);
    const rowBytes = after.content - before.content;
    return { redis, grantBytes: before.content, rowBytes, logBytes: after.logs, rowSeconds: seconds };
  }

  async #computeTruth(): Promise<ReadonlyMap<string, Truth>> {
    const { tenant, everybody } = this;
    const deep = { first: DEEP[1] + PAGE_SIZE, last: PAGE_SIZE };
    const wanted: Wanted[] = [
      ...everybody.map(person => ({ person, question: EVERYTHING })),
      ...everybody.map(person => ({
        person,
        question: ONE_KIND,
        ...(person === tenant ? deep : { first: PAGE_SIZE }),
      })),
      ...everybody.map(person => ({ person, question: SIX_KINDS, first: PAGE_SIZE })),
      ...this.readers.map(person => ({ person, question: KEYWORD, first: PAGE_SIZE })),
      ...ORDERS.flatMap(order =>
        this.readers.map(person => ({ person, question: EVERYTHING, order, first: PAGE_SIZE })),
      ),
      ...this.people.tenants.slice(1).map(person => ({ person, question: ONE_KIND, first: PAGE_SIZE })),
    ];
    const truths = await computeTruth(this.shape, wanted, this.signal);
    this.say('  the truth is known');
    return new Map(
      truths.map((truth, i) => [truthKey(wanted[i]!.person, wanted[i]!.question, wanted[i]!.order), truth]),
    );
  }

  async #load(what: string, load: (postgres: Postgres) => Promise<void>): Promise<Postgres | undefined> {
    const postgres = await (this.#postgres ??= this.#startPostgres());
    if (!postgres) return undefined;
    const began = performance.now();
    await load(postgres);
    this.say(`  Postgres holds the ${what} after ${((performance.now() - began) / 1_000).toFixed(1)} s`);
    return postgres;
  }

  async #startPostgres(): Promise<Postgres | undefined> {
    return POSTGRES.isThere() ? this.#open.use(await Postgres.start(this.signal)) : undefined;
  }
}

export const truthKey = (person: Person, question: Question, order?: ListOrder): string =>
  `${person.name}: ${question.name}${order ? ` by ${order.name}` : ''}`;

/**
 * A kubeconfig with a context for each cluster. The gateway needs it, because callers see only registered clusters. No
 * server answers at the addresses of the clusters.
 */
function unreachable(names: readonly string[]): string {
  return JSON.stringify({
    ...{ apiVersion: 'v1', kind: 'Config', 'current-context': names[0] },
    // Each cluster has its own address, because contexts with one server would count as one cluster.
    clusters: names.map(name => ({ name, cluster: { server: serverOf(name) } })),
    users: [{ name: 'leaf', user: { token: 'bench' } }],
    contexts: names.map(name => ({ name, context: { cluster: name, user: 'leaf' } })),
  });
}

function once<K, V>(known: Map<K, Promise<V>>, key: K, make: () => Promise<V>): Promise<V> {
  let made = known.get(key);
  if (!made) known.set(key, (made = make()));
  return made;
}
