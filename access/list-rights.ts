/**
 * What the caller may list, and how far the index speaks for it, beside the rows of one question
 * (readmodel/question.ts). A join needs it to tell an object that does not exist from one that may be hidden.
 *
 * Fails closed: nothing may be listed on a cluster that is closed, unknown, or was not prepared. Where a live review
 * took part, only what may be named without rows counts (nameable.ts), and the question must see the Visibility that
 * was prepared.
 */
import { callerKey } from '../identity/identity.ts';
import { Yielder } from '../async/yielder.ts';
import type { Resource, Visibility } from '../rbac/types.ts';
import { listsSomewhere, scopesOfNamespaces, sees } from '../rbac/visibility.ts';
import type { CoverageState, MayList, Rights, RightsAt } from '../readmodel/question.ts';
import type { ObjectId } from '../schema/object-id.ts';
import { isComplete, stateOf } from './coverage.ts';
import { coverageContext } from './fleet-numbers.ts';
import type { AccessFrame } from './frame.ts';
import { mayList, numbersOf, type Nameable } from './nameable.ts';

type Kind = Pick<Resource, 'group' | 'kind'>;

/**
 * Call it after the View is prepared for the same clusters.
 * @param reached Undefined: all
 */
export async function listRights(frame: AccessFrame, nameable: Nameable, reached?: readonly string[]): Promise<RightsAt> {
  const { access, readModel, identity, signal } = frame;
  const reviewed = new Map<string, ReadonlyMap<Visibility, Visibility>>();
  const turns = new Yielder(callerKey(identity), signal);
  for (const name of access.reviewed) {
    const [index, visibility] = [readModel.cluster(name), access.view(name)];
    const told = index && visibility && (await nameable.of(index, visibility, turns));
    reviewed.set(name, told ? new Map([[visibility, told]]) : new Map());
  }
  const isReached = reached && new Set(reached);
  return visible =>
    new ListRights(frame, cluster => {
      if (isReached?.has(cluster) === false) return undefined;
      const visibility = visible(cluster);
      const known = reviewed.get(cluster);
      return known && visibility ? known.get(visibility) : visibility;
    });
}

class ListRights implements Rights {
  readonly #frame: AccessFrame;
  readonly #toldOf: (cluster: string) => Visibility | undefined;
  /** By cluster. */
  readonly #told = new Map<string, Visibility | undefined>();
  readonly #states = new Map<string, CoverageState | undefined>();
  readonly #named = new Map<string, boolean>();
  readonly #complete = new Map<string, boolean>();

  constructor(frame: AccessFrame, toldOf: (cluster: string) => Visibility | undefined) {
    this.#frame = frame;
    this.#toldOf = toldOf;
  }

  mayList(cluster: string, kind: Kind, namespace: string): MayList {
    const told = this.#of(cluster);
    return told ? mayList(told, kind, namespace) : 'NONE';
  }

  mayShow({ cluster, namespace, name, ...kind }: ObjectId): boolean {
    const told = this.#of(cluster);
    const numbers = told ? numbersOf(told.resources, kind) : [];
    return numbers.length > 0 && numbers.every(number => sees(told!, number, namespace, name));
  }

  isComplete(cluster: string, kind: Kind): boolean {
    const key = `${cluster}/${kind.group}/${kind.kind}`;
    let isWhole = this.#complete.get(key);
    if (isWhole === undefined) {
      const told = this.#of(cluster);
      const index = this.#frame.readModel.cluster(cluster);
      const numbers = told ? numbersOf(told.resources, kind).filter(number => isKnown(told, number)) : [];
      isWhole = index !== undefined && numbers.some(number => isComplete(index, told!.resources[number]!));
      this.#complete.set(key, isWhole);
    }
    return isWhole;
  }

  mayName(cluster: string): boolean {
    let isNamed = this.#named.get(cluster);
    if (isNamed === undefined) {
      const told = this.#of(cluster);
      isNamed = told?.resources.some((_, number) => listsSomewhere(told, number)) ?? false;
      this.#named.set(cluster, isNamed);
    }
    return isNamed;
  }

  stateOf(cluster: string): CoverageState | undefined {
    if (!this.#states.has(cluster)) {
      const index = this.#frame.readModel.cluster(cluster);
      this.#states.set(cluster, index && stateOf(index, coverageContext(this.#frame)));
    }
    return this.#states.get(cluster);
  }

  #of(cluster: string): Visibility | undefined {
    if (!this.#told.has(cluster)) this.#told.set(cluster, this.#toldOf(cluster));
    return this.#told.get(cluster);
  }
}

/** True if the caller may list the kind somewhere, if only by names. */
function isKnown(told: Visibility, number: number): boolean {
  if (listsSomewhere(told, number) || told.cluster.names.has(number)) return true;
  for (const { names } of scopesOfNamespaces(told)) if (names.has(number)) return true;
  return false;
}
