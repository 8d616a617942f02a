/**
 * Targets of a plan's path such as `objects.nodes.@.cluster` in an answer: the values it leads to, and the path of
 * each, with indices for the `@`.
 */
import type { Pace } from './pace.ts';
import { isJsonObject, own } from './values.ts';

export type PlanPath = readonly (string | number)[];
export type Path = readonly (string | number)[];

/** The values that one more element of the path leads to. */
interface Step {
  readonly element: string | number;
  readonly values: readonly unknown[];
  /** By value: the index of its parent in the previous step; undefined if the indices are equal. */
  readonly from: readonly number[];
  /** By value, if the element is `@`: its index in its list. */
  readonly index: readonly number[] | undefined;
  readonly before: Step | undefined;
}

export class PathTargets {
  readonly #last: Step;

  private constructor(last: Step) {
    this.#last = last;
  }

  static root(answer: object): PathTargets {
    return new PathTargets({ element: '', values: [answer], from: [0], index: undefined, before: undefined });
  }

  /** Never undefined or null. */
  get values(): readonly unknown[] {
    return this.#last.values;
  }

  /** As in the plan. */
  get planPath(): (string | number)[] {
    const path: (string | number)[] = [];
    for (let step = this.#last; step.before; step = step.before) path.push(step.element);
    return path.reverse();
  }

  /** The path of one target. */
  pathOf(target: number): (string | number)[] {
    const path: (string | number)[] = [];
    let at = target;
    for (let step = this.#last; step.before; step = step.before) {
      path.push(step.index ? step.index[at]! : step.element);
      at = step.from[at]!;
    }
    return path.reverse();
  }

  /** No target if there is no list for an `@`, or no object for a name. Shaping the answer reports this. */
  async at(path: PlanPath, pace: Pace): Promise<PathTargets> {
    let last = this.#last;
    for (const element of path) last = element === '@' ? await items(last, pace) : await members(last, element, pace);
    return new PathTargets(last);
  }
}

async function items(before: Step, pace: Pace): Promise<Step> {
  const [values, from, index]: [unknown[], number[], number[]] = [[], [], []];
  for (const [i, list] of before.values.entries()) {
    if (!Array.isArray(list)) continue;
    for (const [at, value] of list.entries()) {
      if (value !== null && value !== undefined) {
        values.push(value);
        from.push(i);
        index.push(at);
      }
      const turn = pace.after(1);
      if (turn) await turn;
    }
  }
  return { element: '@', values, from, index, before };
}

async function members(before: Step, element: string | number, pace: Pace): Promise<Step> {
  const [values, from]: [unknown[], number[]] = [[], []];
  for (const [i, object] of before.values.entries()) {
    const value = isJsonObject(object) ? own(object, String(element)) : undefined;
    if (value !== null && value !== undefined) {
      values.push(value);
      from.push(i);
    }
    const turn = pace.after(1);
    if (turn) await turn;
  }
  return { element, values, from, index: undefined, before };
}
