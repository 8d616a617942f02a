import { describe, expect, it } from '@jest/globals';
import { decodeObjectId } from '../../../schema/object-id.ts';
import { promql, subjectOf } from '../../../subgraphs/usage/series.ts';
import { idOf } from './usage-world.ts';

const LABELS = { cluster: 'cluster', node: 'node' };
const subject = (object: string, clusterId = 'east') => subjectOf(decodeObjectId(idOf(object)), clusterId, LABELS);

function query(object: string, metric: 'cpu' | 'memory' = 'memory', configured: readonly string[] = []): string {
  const found = subject(object);
  if (!found || found === 'UNNAMEABLE') throw new Error(`${object}: ${found}`);
  return promql(metric, found, configured, 300).query;
}

const memory = (matchers: string) =>
  `sum by () (max by (namespace, pod, container) (container_memory_working_set_bytes{cluster="east",${matchers},container!="",container!="POD"}))`;
const R = '[bcdfghjklmnpqrstvwxz2456789]{5}';
const H = '[bcdfghjklmnpqrstvwxz2456789]{1,10}';

describe('the query for the use of', () => {
  it.each([
    ['Pod/shop/web-1', 'namespace="shop",pod="web-1"'],
    ['Namespace//shop', 'namespace="shop"'],
    ['StatefulSet/shop/db', 'namespace="shop",pod=~"db-[0-9]{1,10}"'],
    ['DaemonSet/shop/agent', `namespace="shop",pod=~"agent-${R}"`],
    ['ReplicaSet/shop/web-5b6c', `namespace="shop",pod=~"web-5b6c-${R}"`],
    ['Deployment/shop/web', `namespace="shop",pod=~"web-${H}-${R}"`],
    ['Deployment/shop/a.b', `namespace="shop",pod=~"a[.]b-${H}-${R}"`],
  ])('%s selects its Pods alone', (object, matchers) => {
    expect(query(object)).toBe(memory(matchers));
  });

  it('a Node prefers its own figure to the sum of its containers', () => {
    expect(query('Node//n1', 'cpu', ['env="prod"'])).toBe(
      'sum by (id) (max by (id) (rate(container_cpu_usage_seconds_total{env="prod",cluster="east",node="n1",id="/"}[300s])))' +
        ' or on () sum by () (max by (namespace, pod, container) (rate(container_cpu_usage_seconds_total' +
        '{env="prod",cluster="east",node="n1",pod!="",container!="",container!="POD"}[300s])))',
    );
  });

  it.each(['ConfigMap/shop/web', 'Pods/shop/web'])('%s does not exist', object => {
    expect(subject(object)).toBeUndefined();
  });

  it.each([
    'Pod/shop/web"} or up{a="',
    'Pod/shop/web\\',
    'Deployment/shop/.*',
    'Deployment/shop/web|api',
    'Namespace//a"b',
    'Node//n1\n',
    'Pod/shop"/web',
    'Pod/shop/Web',
    'Node/shop/n1',
    `Pod/shop/${'a'.repeat(254)}`,
  ])('%j is not asked, since no object has such a name', object => {
    expect(subject(object)).toBe('UNNAMEABLE');
  });

  it('keeps the name of a cluster a text, whatever it is', () => {
    const found = subject('Pod/shop/web', 'a"} or up{b="');
    if (!found || found === 'UNNAMEABLE') throw new Error('not found');
    expect(promql('memory', found, [], 300).query).toContain('{cluster="a\\"} or up{b=\\"",namespace="shop"');
  });

  it.each([
    ['Deployment/shop/' + 'a'.repeat(46), false],
    ['Deployment/shop/' + 'a'.repeat(47), true],
    ['ReplicaSet/shop/' + 'a'.repeat(57), false],
    ['ReplicaSet/shop/' + 'a'.repeat(58), true],
  ])('%s says whether names of Pods are cut: %s', (object, isWide) => {
    expect(subject(object)).toMatchObject({ isWide });
  });

  it.each(['a'.repeat(47), 'a'.repeat(55), 'a'.repeat(60), `${'a'.repeat(57)}.b`])(
    'finds Pods of a Deployment whose generated names are cut: %s',
    name => {
      const [, pattern = ''] = /pod=~"([^"]+)"/.exec(query(`Deployment/shop/${name}`)) ?? [];
      for (const hash of ['b', '5d9f7c6b4x', '7c6b4d9f8'])
        expect(`${`${name}-${hash}-`.slice(0, 58)}x2k9z`).toMatch(new RegExp(`^(?:${pattern})$`));
    },
  );
});
