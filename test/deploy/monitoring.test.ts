/** The dashboard and the alert rules use metrics and labels that exist. Each alert has a runbook. */
import { describe, expect, it } from '@jest/globals';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parse } from 'yaml';

const root = new URL('../../', import.meta.url).pathname;
const read = (path: string): string => readFileSync(join(root, path), 'utf8');
const documentation = read('docs/operations.md');
const runbooks = read('docs/runbooks.md');

interface Rule {
  readonly alert: string;
  readonly expr: string;
  readonly labels: { readonly severity: string };
  readonly annotations: { readonly summary: string; readonly runbook_url: string };
}
interface Panel {
  readonly title: string;
  readonly type: string;
  readonly targets?: readonly { readonly expr: string }[];
}
const rules = (parse(read('charts/fleetgraph/files/alerts.yaml')) as { groups: { rules: Rule[] }[] }).groups.flatMap(
  group => group.rules,
);
const panels = (JSON.parse(read('charts/fleetgraph/files/dashboard.json')) as { panels: Panel[] }).panels.filter(
  ({ type }) => type !== 'row',
);

/**
 * Metrics and labels that docs/operations.md documents. test/docs/metrics.test.ts compares this page with the product.
 */
const documented = new Map(
  [...documentation.matchAll(/^- `(fleetgraph_\w+)(?:\{([\w,]+)\})?`/gm)].map(([, name = '', labels = '']) => [
    name,
    labels.split(','),
  ]),
);
/** Metrics of prom-client. */
const OTHERS = ['process_cpu_seconds_total', 'process_resident_memory_bytes', 'process_open_fds'];
const OF_EVERY_METRIC = ['instance', 'job', 'le'];

const expressions: [string, string][] = [
  ...rules.map(({ alert, expr }): [string, string] => [alert, expr]),
  ...panels.flatMap(({ title, targets = [] }) => targets.map(({ expr }): [string, string] => [title, expr])),
];

it('there are alerts and panels', () => {
  expect(documented.size).toBeGreaterThan(20);
  expect(rules.length).toBeGreaterThan(5);
  expect(panels.length).toBeGreaterThan(15);
});

describe('an expression', () => {
  it.each(expressions)('of %s asks for metrics and labels that exist: %s', (_where, expr) => {
    const names = [...expr.matchAll(/\b((?:fleetgraph|process)_\w+)/g)].map(([, name = '']) =>
      name.replace(/_bucket$/, ''),
    );
    expect(names.length).toBeGreaterThan(0);
    expect(names.filter(name => !documented.has(name) && !OTHERS.includes(name))).toEqual([]);
    const known = new Set([...OF_EVERY_METRIC, ...names.flatMap(name => documented.get(name) ?? [])]);
    const matched = [...expr.matchAll(/(\w+)\s*(?:=~|!=|!~|=)\s*"/g)].map(([, label = '']) => label);
    const grouped = [...expr.matchAll(/\bby \(([^)]*)\)/g)].flatMap(([, labels = '']) =>
      labels.split(',').map(label => label.trim()),
    );
    expect([...matched, ...grouped].filter(label => !known.has(label))).toEqual([]);
    expect(expr.split('(')).toHaveLength(expr.split(')').length);
  });
});

const anchors = [...runbooks.matchAll(/^## (.+)$/gm)].map(([, title = '']) => title.toLowerCase().replaceAll(' ', '-'));

it.each(rules.map(rule => [rule.alert, rule] as const))(
  '%s has a severity, a summary, and a link to its runbook',
  (alert, rule) => {
    expect(['critical', 'warning']).toContain(rule.labels.severity);
    expect(rule.annotations.summary).toMatch(/\.$/);
    expect(rule.annotations.runbook_url).toBe(`docs/runbooks.md#${alert.toLowerCase()}`);
    expect(anchors).toContain(rule.annotations.runbook_url.split('#')[1]);
  },
);

it('the page of runbooks has no alert that there is not', () => {
  expect(anchors).toEqual(rules.map(({ alert }) => alert.toLowerCase()));
});

/** Items of the list of metrics, by the metric that they describe. */
const described = [...documentation.matchAll(/^- `(fleetgraph_\w+)[^]*?(?=\n- |\n\n)/gm)].map(([text, name = '']) => ({
  name,
  text,
}));
const toAlertOn = described.filter(({ text }) => /\bAlert\b/.test(text)).map(({ name }) => name);

it('the documentation says of some metrics that one should alert on them', () =>
  expect(toAlertOn.length).toBeGreaterThan(4));

it.each(toAlertOn)('an alert asks for %s, on which the documentation says to alert', name => {
  expect(rules.filter(({ expr }) => new RegExp(`\\b${name}(_bucket)?\\b`).test(expr))).not.toEqual([]);
});

it('the dashboard shows coverage, when credentials end, and every metric that an alert asks for', () => {
  const shown = panels.flatMap(({ targets = [] }) => targets.map(({ expr }) => expr)).join('\n');
  const requested = rules.flatMap(({ expr }) => expr.match(/\bfleetgraph_\w+/g) ?? []);
  expect(requested).toEqual(
    expect.arrayContaining(['fleetgraph_coverage_clusters', 'fleetgraph_leaf_credentials_expiry_seconds']),
  );
  expect(
    [...new Set(requested)].filter(name => !shown.includes(name) && name !== 'fleetgraph_oidc_issuers_unavailable'),
  ).toEqual([]);
});
