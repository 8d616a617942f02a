/** `status.rules` of the configuration: valid rules, and the position of an error in an invalid rule. */
import { afterAll, describe, expect, it } from '@jest/globals';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { loadConfig } from '../../config/load.ts';
import { configuredRules } from '../../config/status-rules.ts';
import { withRules } from '../../kinds/configured.ts';
import { KINDS } from '../../kinds/registry.ts';

const folder = mkdtempSync(join(tmpdir(), 'fleetgraph-rules-'));
afterAll(() => rmSync(folder, { recursive: true }));

function load(yaml: string) {
  const file = join(folder, 'config.yaml');
  writeFileSync(file, yaml);
  return loadConfig({ file, env: {}, cwd: folder });
}

function refusal(yaml: string): string {
  try {
    load(yaml);
  } catch (error) {
    return (error as Error).message;
  }
  throw new Error('nothing was refused');
}

const rule = (text: string) => `status: { rules: [{ ${text} }] }`;

describe('the rules of the configuration', () => {
  it('are taken as Flux has them, by API version or group', () => {
    const { status } = load(`
status:
  rules:
    - apiVersion: bitnami.com/v1alpha1
      kind: SealedSecret
      failed: >-
        status.conditions.filter(e, e.type == 'Synced').all(e, e.status == 'False')
      current: status.conditions.filter(e, e.type == 'Synced').all(e, e.status == 'True')
    - { apiVersion: v1, kind: Pod, inProgress: has(status.phase) }
    - { group: '', kind: Node, inProgress: has(status.phase) }
    - { group: example.org, kind: Widget, current: status.ready, message: status.text }
`);
    const rules = configuredRules(status.rules);
    expect(rules.map(({ group, kind, expressions }) => [group, kind, Object.keys(expressions).join()])).toEqual([
      ['bitnami.com', 'SealedSecret', 'failed,current'],
      ['', 'Pod', 'inProgress'],
      ['', 'Node', 'inProgress'],
      ['example.org', 'Widget', 'current,message'],
    ]);
    expect(withRules(rules)({ group: 'bitnami.com', kind: 'SealedSecret' }).configured).toMatch(/^[0-9a-f]{16}$/);
  });

  it.each([
    [
      'a missing bracket',
      "group: a.b, kind: X, failed: 'has(status.x'",
      'status.rules[0].failed: line 1, column 13: Expected RPAREN, got EOF.',
    ],
    [
      'an unknown variable',
      "group: a.b, kind: X, current: 'stauts.x'",
      'status.rules[0].current: line 1, column 1: Unknown variable: stauts',
    ],
    [
      'a number for a condition',
      "group: a.b, kind: X, inProgress: '1'",
      'status.rules[0].inProgress: it gives a value of type int, and a bool is needed.',
    ],
    [
      'a condition for a text',
      "group: a.b, kind: X, failed: status.x, message: 'status.x == 1'",
      'status.rules[0].message: it gives a value of type bool, and a string is needed.',
    ],
    [
      'a regular expression',
      `group: a.b, kind: X, failed: "status.x.matches('a')"`,
      'status.rules[0].failed: line 1, column 1: the function matches is not',
    ],
    ['a number', 'group: a.b, kind: X, failed: 3', 'status.rules[0].failed: expected a text, got a number.'],
    ['no kind', 'group: a.b, failed: status.x', 'status.rules[0].kind: this key is required.'],
    [
      'neither an API version nor a group',
      'kind: X, failed: status.x',
      'status.rules[0]: set either apiVersion or group.',
    ],
    [
      'both an API version and a group',
      'apiVersion: a.b/v1, group: a.b, kind: X, failed: status.x',
      'status.rules[0]: set either apiVersion or group.',
    ],
    [
      'no expression',
      "group: a.b, kind: X, message: 'status.x'",
      'status.rules[0]: set at least one of current, inProgress and failed.',
    ],
    [
      'a kind of which only metadata is read',
      'apiVersion: v1, kind: Secret, failed: has(data.x)',
      'status.rules[0]: fleetgraph reads only the metadata of a Secret',
    ],
    [
      'an API version that is none',
      'apiVersion: a.b, kind: X, failed: status.x',
      'status.rules[0].apiVersion: write group/version',
    ],
    ['a kind that is none', 'group: a.b, kind: x/y, failed: status.x', 'status.rules[0].kind: write a kind'],
    ['an unknown key', 'group: a.b, kind: X, fails: status.x', 'status.rules[0].fails: unknown key.'],
  ])('are refused with %s, with the place', (_what, text, words) => expect(refusal(rule(text))).toContain(words));

  it('are refused for each kind of which only metadata is read', () => {
    for (const { group, kind } of KINDS.filter(({ metadataOnly }) => metadataOnly))
      expect(refusal(rule(`group: '${group}', kind: ${kind}, failed: has(data.x)`))).toContain(
        `only the metadata of a ${kind}`,
      );
  });

  it('are refused where two are for one kind', () => {
    const words = refusal(
      'status: { rules: [{ group: a.b, kind: X, failed: status.x }, { apiVersion: a.b/v1, kind: X, current: status.x }] }',
    );
    expect(words).toContain('status.rules[1]: rules[0] already applies to this kind. Merge the two rules.');
  });

  it('are refused all at once', () => {
    const words = refusal(
      "status: { rules: [{ group: a.b, kind: X, failed: 'a b' }, { group: a.b, kind: Y, current: '1 +' }] }",
    );
    expect(words).toMatch(/rules\[0\]\.failed: .*\n.*rules\[1\]\.current: /);
  });
});
