/** Writes values as YAML, without changing the digits of ExactNumbers. */
import { stringify, type ScalarTag } from 'yaml';
import { ExactNumber } from './exact-number.ts';

/** YAML tag that writes an ExactNumber as its cluster wrote it. */
const exactNumber: ScalarTag = {
  tag: 'tag:yaml.org,2002:float',
  default: true,
  identify: value => value instanceof ExactNumber,
  resolve: text => text,
  stringify: ({ value }) => String(value),
};

export const exactYaml = (value: unknown): string =>
  stringify(value, {
    lineWidth: 0,
    aliasDuplicateObjects: false,
    customTags: tags => [...tags, exactNumber],
  }).trimEnd();
