import { describe, expect, it } from '@jest/globals';
import { readFileSync } from 'node:fs';
import { PAGE, RULES, rulesPage, urlsOf } from './rules.ts';

it('docs/status-rules.md counts the vectors of each status rule as they are: otherwise run make generate', async () => {
  expect(readFileSync(PAGE, 'utf8')).toBe(await rulesPage());
});

describe('each status rule', () => {
  const named = RULES.map(rule => [`${rule.group}/${rule.kind}`, rule] as const);

  it.each(named)('of %s has a healthy vector, and a broken one unless it says why nothing fails', (_name, rule) => {
    expect(rule.healthy).toBeGreaterThan(0);
    if (rule.neverFails === undefined) expect(rule.broken).toBeGreaterThan(0);
    else expect(rule.broken).toBe(0);
  });

  it.each(named)('of %s links a file of its project', (_name, { project, sources }) => {
    expect(sources.length).toBeGreaterThan(0);
    // Rules for kinds of Kubernetes may follow files of other projects.
    if (project !== 'kubernetes/kubernetes')
      expect(sources.some(url => url.startsWith(`https://github.com/${project}/`))).toBe(true);
  });
});

describe('the source of a rule', () => {
  it('gives the address of each file, beside the one before if it has no folder', () => {
    expect(urlsOf('a/b: pkg/types.go (Phase, State), other.go (X; Y), docs/z.md#top; c/d: internal/status')).toEqual([
      'https://github.com/a/b/blob/HEAD/pkg/types.go',
      'https://github.com/a/b/blob/HEAD/pkg/other.go',
      'https://github.com/a/b/blob/HEAD/docs/z.md#top',
      'https://github.com/c/d/blob/HEAD/internal/status',
    ]);
  });

  it.each(['somewhere in a/b', 'a/b: JobConditionType (JobFailed)'])('is refused if it names no file: %s', source => {
    expect(() => urlsOf(source)).toThrow('The source');
  });
});
