import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { attachedTo } from '../../../kinds/row.ts';
import { kindOf } from '../../../kinds/registry.ts';
import { appOf, mesh, principalOf, replicasOf, SERVICE_KIND, versionOf } from '../../../subgraphs/mesh/projections.ts';
import { sent, service, workload } from './mesh-world.ts';

describe('the records of an object', () => {
  it.each<[string, unknown, unknown[]]>([
    [
      'a Service',
      service('a/b', { type: 'ClusterIP', selector: { app: 'b', wrong: 1 } }),
      [{ ports: ['80/TCP'], selector: { app: 'b' } }],
    ],
    [
      'a Service of another type',
      service('a/b', { type: 'NodePort', ports: [{ port: 53, protocol: 'UDP' }, { port: 'x' }] }),
      [{ ports: ['53/UDP'], type: 'NodePort' }],
    ],
    [
      'a Service with tolerances',
      service('a/b', {}, { 'health.kiali.io/rate': '5XX,1,2,http,inbound' }),
      [{ ports: ['80/TCP'], rate: '5XX,1,2,http,inbound' }],
    ],
    [
      'a Service with a text that is too long',
      service('a/b', {}, { 'health.kiali.io/rate': 'x'.repeat(513) }),
      [{ ports: ['80/TCP'], rate: '' }],
    ],
    [
      'a Deployment',
      workload('a/b', { app: 'b' }, { account: 'bot' }),
      [{ labels: { app: 'b' }, account: 'bot', replicas: [1, 1, 1, 1] }],
    ],
    ['a new Deployment', sent('Deployment', 'a/b', { template: {} }), [{ labels: {} }]],
    [
      'a DaemonSet',
      sent('DaemonSet', 'a/b', { template: {} }, { status: { desiredNumberScheduled: 3, numberAvailable: 2 } }),
      [{ labels: {}, scheduled: [3, null, 2] }],
    ],
    [
      'a Gateway',
      sent('Gateway', 'a/b', { selector: { istio: 'gw' }, servers: [{ port: { number: 80 } }] }),
      [{ selector: { istio: 'gw' } }],
    ],
    [
      'a ServiceEntry',
      sent('ServiceEntry', 'a/b', { hosts: ['x.y.z'], ports: [{ number: 80, name: 'http' }] }),
      [{ hosts: ['x.y.z'] }],
    ],
    [
      'a DestinationRule',
      sent('DestinationRule', 'a/b', {
        host: 'web',
        exportTo: ['.'],
        subsets: [{ name: 'v1', labels: { version: '1' } }, {}],
      }),
      [{ exportTo: ['.'], host: 'web', subsets: [{ name: 'v1', labels: { version: '1' } }, { name: '' }] }],
    ],
    [
      'a VirtualService',
      sent('VirtualService', 'a/b', {
        hosts: ['web'],
        gateways: ['mesh', 7],
        http: [
          { route: [{ destination: { host: 'web', subset: 'v1' }, weight: 50 }] },
          { route: [{ destination: { host: 'a' }, weight: 1 }, { weight: 99 }] },
        ],
        tls: [{ route: [{ destination: { host: 'b' } }] }],
      }),
      [
        { hosts: ['web'], gateways: ['mesh', ''] },
        { at: 'http[0]/route[0]', host: 'web', subset: 'v1', weight: 50 },
        { at: 'http[1]/route[0]', host: 'a' },
        { at: 'tls[0]/route[0]', host: 'b' },
      ],
    ],
    [
      'an AuthorizationPolicy',
      sent('AuthorizationPolicy', 'a/b', {
        rules: [{}, { from: [{}, { source: { principals: ['*', 'td/ns/a/sa/b', 7] } }] }],
      }),
      [{ at: 'rules[1]/from[1]', principals: [[1, 'td/ns/a/sa/b']] }],
    ],
    ['nothing', {}, []],
  ])('are those of %s', (_, object, expected) => {
    expect(mesh.project(object, SERVICE_KIND)).toEqual(expected);
  });

  it('are at most 400 bytes of a usual object', () => {
    const labels = {
      app: 'checkout-service',
      version: 'v1.24.3',
      'app.kubernetes.io/name': 'checkout-service',
      'app.kubernetes.io/part-of': 'shop',
    };
    const objects = [
      service('shop/checkout-service', { selector: labels, ports: [{ port: 80 }, { port: 443 }, { port: 15021 }] }),
      workload('shop/checkout-service', labels, { account: 'checkout-service', replicas: 12 }),
      sent('VirtualService', 'shop/checkout', {
        hosts: ['checkout.example.com'],
        gateways: ['istio-system/public'],
        http: [
          { route: ['v1', 'v2'].map(subset => ({ destination: { host: 'checkout-service', subset }, weight: 50 })) },
        ],
      }),
      sent('DestinationRule', 'shop/checkout', {
        host: 'checkout-service',
        subsets: ['v1', 'v2'].map(name => ({ name, labels: { version: name } })),
      }),
      sent('AuthorizationPolicy', 'shop/checkout', {
        rules: [{ from: [{ source: { principals: ['a', 'b'].map(name => `cluster.local/ns/shop/sa/${name}`) } }] }],
      }),
    ];
    for (const object of objects) expect(JSON.stringify(mesh.project(object, SERVICE_KIND)).length).toBeLessThan(400);
  });

  it('are kept for many principals of one rule', () => {
    const principals = Array.from({ length: 400 }, (_, i) => `cluster.local/ns/team-${i}/sa/service-account-${i}`);
    const object = sent('AuthorizationPolicy', 'a/b', { rules: [{ from: [{ source: { principals } }] }] });
    const leftOut: unknown[] = [];
    const of = { group: 'security.istio.io', kind: 'AuthorizationPolicy' };
    const { records } = attachedTo(object, 'a', kindOf(of), of, {
      projections: [mesh],
      leftOut: (...reported) => leftOut.push(reported),
    });
    const kept = records!['mesh']!.flatMap(record => record['principals'] as [number, string][]);
    expect(kept.map(([place, text]) => [place, text])).toEqual(principals.map((text, i) => [i, text]));
    expect(leftOut).toEqual([]);
  });

  it('are made from any JSON', () => {
    const key = fc.constantFrom(
      'spec',
      'template',
      'metadata',
      'labels',
      'http',
      'route',
      'destination',
      'host',
      'rules',
      'from',
      'source',
      'principals',
      'ports',
      'subsets',
      'hosts',
      'annotations',
      'health.kiali.io/rate',
      'status',
      'selector',
      '__proto__',
    );
    const { value } = fc.letrec(tie => ({
      value: fc.oneof(
        { maxDepth: 5 },
        fc.jsonValue({ maxDepth: 1 }),
        fc.array(tie('value'), { maxLength: 3 }),
        fc.dictionary(key, tie('value'), { maxKeys: 5 }),
      ),
    }));
    fc.assert(
      fc.property(value, object => {
        const records = mesh.project(object, SERVICE_KIND);
        expect(JSON.parse(JSON.stringify(records))).toEqual(records);
      }),
    );
  });
});

describe('labels', () => {
  it.each([
    [{}, '', ''],
    [{ app: 'a', version: '1' }, 'a', '1'],
    [{ app: 'a', 'app.kubernetes.io/name': 'b', version: '1', 'app.kubernetes.io/version': '2' }, 'b', '2'],
    [
      { app: 'a', 'service.istio.io/canonical-name': 'c', 'service.istio.io/canonical-revision': '3', version: '1' },
      'c',
      '3',
    ],
    [{ app: 'a', 'service.istio.io/canonical-name': '', 'app.kubernetes.io/version': '', version: '1' }, 'a', '1'],
  ])('%j are of app "%s", version "%s"', (labels, app, version) => {
    expect([appOf(labels), versionOf(labels)]).toEqual([app, version]);
  });
});

describe('principals', () => {
  it.each([
    ['cluster.local/ns/a/sa/b', { trustDomain: 'cluster.local', namespace: 'a', account: 'b' }],
    ['cluster.local/ns/*/sa/b', undefined],
    ['spiffe://cluster.local/ns/a/sa/b', undefined],
    ['cluster.local/ns/a/sa/b/c', undefined],
    ['*', undefined],
    ['', undefined],
  ])('%s', (text, expected) => {
    expect(principalOf(text)).toEqual(expected);
  });
});

describe('replicas', () => {
  it('of a StatefulSet are ready, not available', () => {
    expect(replicasOf('StatefulSet', { labels: {}, replicas: [3, 3, 3, 1] })).toEqual({
      desired: 3,
      current: 3,
      available: 1,
    });
    expect(replicasOf('Deployment', { labels: {}, replicas: [null, 3, 3, 1] })).toEqual({
      desired: 1,
      current: 3,
      available: 3,
    });
  });
});
