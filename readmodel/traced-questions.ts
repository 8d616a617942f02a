/** Wraps a read model so that each query becomes a span in the trace of its request. */
import { traced } from '../telemetry/traces.ts';
import type { ReadModel } from './readmodel.ts';

type Question = {
  [Key in keyof ReadModel]-?: ReadModel[Key] extends (...given: never[]) => Promise<infer Answer>
    ? Answer extends void
      ? never
      : Key
    : never;
}[keyof ReadModel];

const QUESTIONS: Readonly<Record<Question, true>> = {
  ...{
    page: true,
    count: true,
    facet: true,
    groups: true,
    ask: true,
    changes: true,
    suggest: true,
    find: true,
    related: true,
  },
  ...{ tree: true, records: true, namespaces: true, namesOf: true, kinds: true },
};

export function tracedQuestions(model: ReadModel): ReadModel {
  const known = new Map<PropertyKey, unknown>();
  const questions = Object.keys(QUESTIONS) as Question[];
  for (const name of questions) {
    const ask = model[name].bind(model) as (...given: unknown[]) => Promise<unknown>;
    known.set(name, (...given: unknown[]) => traced({ name: `index ${name}` }, () => ask(...given)));
  }
  return new Proxy(model, {
    get(target, key) {
      if (known.has(key)) return known.get(key);
      const value: unknown = Reflect.get(target, key, target);
      if (typeof value !== 'function') return value;
      const bound: unknown = value.bind(target);
      known.set(key, bound);
      return bound;
    },
  });
}
