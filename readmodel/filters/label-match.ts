/**
 * A label selector for label sets by number. Keys and values are looked up once, so that judging a set compares numbers; only `>` and `<` read a text.
 *
 * It means what k8s.io/apimachinery pkg/labels does: an absent key satisfies `!=` and `notin`, `>` and `<` compare whole numbers.
 */
import { wholeNumber } from './label-selector.ts';
import type { LabelRequirement, LabelSelector } from '../query.ts';
import type { LabelSets, LabelsRead } from '../rows/label-sets.ts';

type Test = (labels: LabelsRead) => boolean;

export interface LabelMatch {
  test(set: number): boolean;
  /** How many labels the set that was tested last has. */
  readonly size: number;
}

/** Good as long as nothing is written. */
export function compileLabels(selector: LabelSelector, sets: LabelSets): LabelMatch {
  const tests = selector.map(requirement => compileRequirement(requirement, sets));
  const labels = sets.reader();
  return {
    test: set => {
      labels.read(set);
      return tests.every(test => test(labels));
    },
    get size() {
      return labels.size;
    },
  };
}

function compileRequirement({ key, operator, values }: LabelRequirement, sets: LabelSets): Test {
  const number = sets.numberOf(key);
  const value = (labels: LabelsRead): number | undefined => (number === undefined ? undefined : labels.valueOf(number));
  switch (operator) {
    case 'in': {
      const wanted = new Set(values.map(text => sets.numberOf(text)).filter(id => id !== undefined));
      return labels => {
        const id = value(labels);
        return id !== undefined && wanted.has(id);
      };
    }
    case 'notin': {
      const unwanted = new Set(values.map(text => sets.numberOf(text)).filter(id => id !== undefined));
      return labels => {
        const id = value(labels);
        return id === undefined || !unwanted.has(id);
      };
    }
    case 'exists':
      return labels => value(labels) !== undefined;
    case 'absent':
      return labels => value(labels) === undefined;
    case 'gt':
    case 'lt': {
      const bound = wholeNumber(values[0] ?? '');
      return labels => {
        const id = value(labels);
        const actual = id === undefined ? undefined : wholeNumber(sets.textOf(id));
        if (actual === undefined || bound === undefined) return false;
        return operator === 'gt' ? actual > bound : actual < bound;
      };
    }
  }
}
