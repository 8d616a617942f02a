/**
 * Checks answers during faults, twenty times per second. An answer must not show objects that its caller may never see.
 * It must arrive before its deadline and without errors. A list of the permanent objects must be complete for each
 * cluster that the answer calls INDEXED.
 *
 * Violations are collected, not thrown, so that the run goes on and tests recovery.
 */
import { availableParallelism, loadavg } from 'node:os';
import { decodeObjectId } from '../../schema/object-id.ts';
import type { GraphQLAnswer } from '../harness/fleetgraph.ts';
import type { ObjectPlace, Person } from './leaves.ts';
import { DEADLINE_MS, type World } from './world.ts';

const EVERY_MS = 50;
/**
 * Time in milliseconds that an answer may take beyond its deadline, for sending. Multiplied if several processes share
 * a core.
 */
const GRACE_MS = 1_500;
const graceMs = () => GRACE_MS * Math.max(1, (loadavg()[0] ?? 0) / availableParallelism());
const MAX_UNANSWERED = 40;
const MAX_VIOLATIONS = 20;

const SHOWN = /* GraphQL */ `
  {
    objects(first: 500) {
      totalCount
      nodes {
        id
      }
      facets(fields: [CLUSTER, NAMESPACE]) {
        field
        values {
          value
        }
      }
      coverage {
        clusters {
          nodes {
            cluster {
              name
            }
            state
          }
        }
      }
    }
    clusters(first: 500) {
      nodes {
        name
      }
    }
  }
`;
const LIVE = /* GraphQL */ `
  {
    objects(first: 3) {
      nodes {
        id
        live {
          state
        }
      }
      coverage {
        clusters {
          nodes {
            cluster {
              name
            }
            state
          }
        }
      }
    }
  }
`;
const LASTING = /* GraphQL */ `
  query ($filter: ObjectFilter) {
    objects(first: 500, filter: $filter) {
      nodes {
        id
      }
      coverage {
        clusters {
          nodes {
            cluster {
              name
            }
            state
          }
        }
      }
    }
  }
`;

export interface SamplerReport {
  readonly answers: number;
  readonly violations: readonly string[];
  readonly slowestMs: number;
}

interface Question {
  readonly text: string;
  readonly variables?: Record<string, unknown>;
  readonly person: Person;
  readonly judge: (answer: GraphQLAnswer) => string | undefined;
}

export class Sampler {
  readonly #world: World;
  /** Ids of permanent rows by cluster. */
  readonly #lasting: ReadonlyMap<string, readonly string[]>;
  readonly #known: readonly ObjectPlace[];
  readonly #timer: NodeJS.Timeout;
  readonly #unanswered = new Set<Promise<void>>();
  readonly #violations = new Map<string, number>();
  #answers = 0;
  #slowestMs = 0;
  #tick = 0;

  /** @param known All objects that exist at the start. Later objects use the same clusters and namespaces. */
  constructor(world: World, lasting: ReadonlyMap<string, readonly string[]>, known: readonly ObjectPlace[]) {
    this.#world = world;
    this.#lasting = lasting;
    this.#known = known;
    this.#timer = setInterval(() => this.#ask(), EVERY_MS);
  }

  async stop(): Promise<SamplerReport> {
    clearInterval(this.#timer);
    await Promise.all(this.#unanswered);
    const violations = Array.from(this.#violations, ([what, times]) => (times > 1 ? `${what} (${times} times)` : what));
    return { answers: this.#answers, violations, slowestMs: Math.round(this.#slowestMs) };
  }

  /**
   * Sends the queries of one tick as several users, some with live reads. Sends nothing to a gateway that was killed,
   * or while too many queries are unanswered.
   */
  #ask(): void {
    const tick = this.#tick++;
    const gateway = tick % this.#world.product.urls.length;
    const [admin, restricted, ...others] = this.#world.leaves.people;
    if (this.#world.down.has(gateway) || this.#unanswered.size >= MAX_UNANSWERED || !admin || !restricted) return;
    const show = (person: Person, text: string) =>
      this.#send({ text, person, judge: answer => this.#forbidden(person, answer) }, gateway);
    show(restricted, tick % 10 === 0 ? LIVE : SHOWN);
    const other = others[Math.floor(tick / 4) % others.length];
    if (other && tick % 4 < 2) show(other, tick % 20 === 0 ? LIVE : SHOWN);
    const { filter } = this.#world.leaves.sentinels;
    if (tick % 3 === 0)
      this.#send(
        { text: LASTING, variables: { filter }, person: admin, judge: answer => this.#missing(answer) },
        gateway,
      );
  }

  #send(question: Question, gateway: number): void {
    const answered = this.#answer(question, gateway).finally(() => this.#unanswered.delete(answered));
    this.#unanswered.add(answered);
  }

  async #answer({ text, variables, person, judge }: Question, gateway: number): Promise<void> {
    const { product, down } = this.#world;
    const start = performance.now();
    let violation: string | undefined;
    try {
      const answer = await product.query(person.token, text, variables, { gateway });
      this.#answers += 1;
      const failed = answer.status !== 200 || answer.errors !== undefined;
      violation = failed
        ? `an error instead of an answer: HTTP ${answer.status} ${JSON.stringify(answer.errors)}`
        : judge(answer);
    } catch (error) {
      // A connection may fail while its gateway is being killed.
      if (!down.has(gateway)) violation = `gateway ${gateway + 1} did not answer: ${(error as Error).message}`;
      else return;
    }
    const took = performance.now() - start;
    this.#slowestMs = Math.max(this.#slowestMs, took);
    if (took > DEADLINE_MS + graceMs())
      this.#violate(`an answer took ${Math.round(took / 100) / 10} s, and the deadline is ${DEADLINE_MS / 1_000} s`);
    if (violation) this.#violate(`${person.name}: ${violation}`);
  }

  #violate(what: string): void {
    if (this.#violations.has(what) || this.#violations.size < MAX_VIOLATIONS)
      this.#violations.set(what, (this.#violations.get(what) ?? 0) + 1);
  }

  /** Describes an object, cluster or namespace in the answer that the user may never see. */
  #forbidden(person: Person, { data }: GraphQLAnswer): string | undefined {
    const places = (data.objects.nodes as { id: string }[]).map(({ id }) => decodeObjectId(id));
    const shown = places.find(place => !person.may(place, 'ever'));
    if (shown) return `was shown ${shown.cluster}/${shown.kind}/${shown.namespace}/${shown.name}`;
    const facets = (field: string): string[] =>
      (data.objects.facets ?? [])
        .filter((facet: { field: string }) => facet.field === field)
        .flatMap((facet: { values: { value: string }[] }) => facet.values.map(({ value }) => value));
    const clusters: string[] = [
      ...data.objects.coverage.clusters.nodes.map(({ cluster }: { cluster: { name: string } }) => cluster.name),
      ...(data.clusters?.nodes ?? []).map(({ name }: { name: string }) => name),
      ...facets('CLUSTER'),
    ];
    const cluster = clusters.find(name => !this.#mayName(person, place => place.cluster === name));
    if (cluster !== undefined) return `was told of cluster ${cluster}`;
    const namespace = facets('NAMESPACE').find(name => !this.#mayName(person, place => place.namespace === name));
    if (namespace !== undefined) return `was told of namespace ${namespace}`;
    return undefined;
  }

  #mayName(person: Person, of: (place: ObjectPlace) => boolean): boolean {
    return this.#known.some(place => of(place) && person.may(place, 'ever'));
  }

  #missing({ data }: GraphQLAnswer): string | undefined {
    const shown = new Set((data.objects.nodes as { id: string }[]).map(({ id }) => id));
    for (const { cluster, state } of data.objects.coverage.clusters.nodes as {
      cluster: { name: string };
      state: string;
    }[]) {
      if (state !== 'INDEXED') continue;
      const ids = this.#lasting.get(cluster.name) ?? [];
      const missing = ids.filter(id => !shown.has(id));
      if (missing.length > 0)
        return `${cluster.name} is called indexed, and ${missing.length} of ${ids.length} lasting objects are missing, such as ${missing[0]}`;
    }
    return undefined;
  }
}
