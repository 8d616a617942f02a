/**
 * Matches a label selector, or a word, against label sets by number. Keys and values are looked up or matched once, so
 * that matching a set compares numbers; only `>` and `<` read texts.
 *
 * Semantics of k8s.io/apimachinery pkg/labels: an absent key satisfies `!=` and `notin`, `>` and `<` compare integers.
 */
import { wholeNumber } from './label-selector.ts';
import type { LabelRequirement, LabelSelector, TextMatch } from '../query.ts';
import type { LabelSets, LabelsRead } from '../rows/label-sets.ts';

type Test = (labels: LabelsRead) => boolean;

export interface LabelMatch {
  test(set: number): boolean;
  /** Cost of the last test: its labels, plus the characters compared. */
  readonly size: number;
}

/** Valid until the next write. */
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

/** True if a key or a value of a set matches. Valid until the next write. */
export function compileAnyLabel(match: TextMatch, sets: LabelSets): LabelMatch {
  const fits = sets.matcher(match);
  const judged = new Uint8Array(sets.textCapacity); // 0: not matched yet, 1: no, 2: yes
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

/** Matches a selector against a plain object of labels. */
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
