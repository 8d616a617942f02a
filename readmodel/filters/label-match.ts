/**
 * A label selector, or a word, for label sets by number. Keys and values are looked up, or judged, once, so that judging a set compares numbers; only `>` and
 * `<` read a text.
 *
 * It means what k8s.io/apimachinery pkg/labels does: an absent key satisfies `!=` and `notin`, `>` and `<` compare whole numbers.
 */
import { wholeNumber } from './label-selector.ts';
import type { LabelRequirement, LabelSelector, TextMatch } from '../query.ts';
import type { LabelSets, LabelsRead } from '../rows/label-sets.ts';

type Test = (labels: LabelsRead) => boolean;

export interface LabelMatch {
  test(set: number): boolean;
  /** How many labels the set that was tested last has, and characters of them that were compared. */
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

/** Whether a key or a value of a set matches. Good as long as nothing is written. */
export function compileAnyLabel(match: TextMatch, sets: LabelSets): LabelMatch {
  const fits = sets.matcher(match);
  const judged = new Uint8Array(sets.textCapacity); // 0: not yet, 1: no, 2: yes
  const labels = sets.reader();
  let size = 0;
  const judge = (number: number): boolean => {
    if (judged[number] === 0) {
      judged[number] = fits(number) ? 2 : 1;
      size += sets.lengthOf(number);
    }
    return judged[number] === 2;
  };
  return {
    test: set => {
      labels.read(set);
      ({ size } = labels);
      for (let place = 0; place < labels.size; place++) if (labels.labelAt(place).some(judge)) return true;
      return false;
    },
    get size() {
      return size;
    },
  };
}

/** The same of labels as they are. */
export function labelsMatch(selector: LabelSelector, labels: Readonly<Record<string, string>>): boolean {
  return selector.every(({ key, operator, values }) => {
    const value = Object.hasOwn(labels, key) ? labels[key] : undefined;
    switch (operator) {
      case 'in':
        return value !== undefined && values.includes(value);
      case 'notin':
        return value === undefined || !values.includes(value);
      case 'exists':
        return value !== undefined;
      case 'absent':
        return value === undefined;
      case 'gt':
      case 'lt': {
        const [bound, actual] = [wholeNumber(values[0] ?? ''), wholeNumber(value ?? '')];
        return bound !== undefined && actual !== undefined && (operator === 'gt' ? actual > bound : actual < bound);
      }
    }
  });
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
