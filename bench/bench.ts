/**
 * Shared parts of the benchmarks: the leaves, the product, clients, and a peer for comparison (fan-out.ts). The leaves
 * and the product start on first use. All parts end with the run.
 */
import { Child } from './child.ts';
import { identityOf, type DataSet, type Person } from './data-set.ts';
import { FanOut } from './fan-out.ts';
import { GraphClient } from './graph.ts';
import { untilIndexed } from './indexed.ts';
import type { Measurement } from './measurement.ts';
import type { CannedAnswer, CannedRequest } from './processes/canned-gateway.ts';
import type { LeavesAnswer, LeavesRequest } from './processes/leaves.ts';
import { Product } from './product.ts';
import { checkAnswers } from './truth.ts';

export interface Benchmark<B = Bench> {
  /** Value of --only that selects the benchmark. The names of its measurements start with this name. */
  readonly name: string;
  run(bench: B): Promise<readonly Measurement[]>;
}

export interface BenchOptions {
  readonly dataSet: DataSet;
  readonly signal: AbortSignal;
  readonly say: (line: string) => void;
}

export interface Leaves {
  readonly all: LeavesAnswer['leaves'];
  readonly kubeconfig: string;
  readonly process: Child<LeavesRequest, LeavesAnswer>;
}

export interface Collected {
  readonly product: Product;
  readonly rows: number;
  /** Milliseconds from the start of the process until every cluster was indexed. */
  readonly indexedAfterMs: number;
  /** Resident memory when every cluster was indexed, before any load. */
  readonly residentBytes: number;
}

export class Bench implements AsyncDisposable {
  readonly dataSet: DataSet;
  readonly signal: AbortSignal;
  readonly say: (line: string) => void;
  readonly #open = new AsyncDisposableStack();
  #leaves: Promise<Leaves> | undefined;
  #collected: Promise<Collected> | undefined;

  constructor({ dataSet, signal, say }: BenchOptions) {
    this.dataSet = dataSet;
    this.signal = signal;
    this.say = say;
  }

  leaves(): Promise<Leaves> {
    return (this.#leaves ??= this.#startLeaves());
  }

  /** Resolves with the product when every cluster is indexed and answers of the product are checked. */
  collected(): Promise<Collected> {
    return (this.#collected ??= this.#collect());
  }

  async client(person: Person, connections = 1): Promise<GraphClient> {
    const { product } = await this.collected();
    return this.#clientOf(product.url, person, connections);
  }

  async fanOut(): Promise<FanOut> {
    const { all } = await this.leaves();
    return this.#open.use(new FanOut(all, this.signal));
  }

  /** A client of a gateway that answers every request with these objects. */
  async cannedClient(objects: unknown, connections: number): Promise<GraphClient> {
    const gateway = this.#open.use(new Child<CannedRequest, CannedAnswer>('./processes/canned-gateway.ts'));
    const { url } = await gateway.ask({ tokens: [identityOf('platform-admin').token], objects }, this.signal);
    return this.#clientOf(url, 'platform-admin', connections);
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.#open[Symbol.asyncDispose]();
  }

  #clientOf(url: string, person: Person, connections: number): GraphClient {
    return this.#open.use(new GraphClient(url, { token: identityOf(person).token, connections, signal: this.signal }));
  }

  async #startLeaves(): Promise<Leaves> {
    const { fleet, description } = this.dataSet;
    this.say(`starting leaves: ${description}`);
    const process = this.#open.use(new Child<LeavesRequest, LeavesAnswer>('./processes/leaves.ts'));
    const { leaves, kubeconfig } = await process.ask({ type: 'start', fleet }, this.signal);
    return { all: leaves, kubeconfig, process };
  }

  async #collect(): Promise<Collected> {
    const { all, kubeconfig } = await this.leaves();
    this.say('starting fleetgraph serve over them');
    const product = this.#open.use(await Product.start({ signal: this.signal, kubeconfig }));
    const admin = this.#clientOf(product.url, 'platform-admin', 1);
    const { token } = identityOf('platform-admin');
    const indexedAfterMs = await untilIndexed(product, { token, clusters: all.length, signal: this.signal });
    const residentBytes = await product.residentBytes();
    const rows = await checkAnswers(this.dataSet, {
      'platform-admin': admin,
      'team-developer': this.#clientOf(product.url, 'team-developer', 1),
    });
    this.say(`${rows} rows indexed after ${(indexedAfterMs / 1_000).toFixed(1)} s; every answer checked is right`);
    return { product, rows, indexedAfterMs, residentBytes };
  }
}
