/** Descriptions of Services, Ingresses, storage, configuration, Namespaces and PodDisruptionBudgets. */
import { at, given, listAt, named, part, textAt, textsAt, pairs, type Describe, type Json } from './parts.ts';

export const CLUSTER_OBJECTS: Readonly<Record<string, Describe>> = {
  Service: (spec, status) => {
    const addresses = listAt(at(status, 'loadBalancer'), 'ingress').map(
      it => textAt(it, 'hostname') || textAt(it, 'ip'),
    );
    const isPending = spec['type'] === 'LoadBalancer' && addresses.length === 0;
    return {
      figures: [
        ...given(['type', textAt(spec, 'type')], ['clusterIp', textAt(spec, 'clusterIP')]),
        ...given([
          'address',
          isPending ? 'pending' : [...addresses, textsAt(spec, 'externalIPs')].filter(Boolean).join(', '),
          isPending ? { tone: 'unsure' } : {},
        ]),
        ...given(['target', textAt(spec, 'externalName')], ['selector', pairs(at(spec, 'selector'))]),
      ],
      tables: [
        {
          title: 'ports',
          columns: ['name', 'port', 'target', 'protocol', 'nodePort'],
          rows: listAt(spec, 'ports').map(it => ({
            cells: [
              textAt(it, 'name') || textAt(it, 'port'),
              textAt(it, 'port'),
              textAt(it, 'targetPort'),
              textAt(it, 'protocol') || 'TCP',
              textAt(it, 'nodePort'),
            ],
          })),
        },
      ],
      lists:
        Object.keys(at(spec, 'selector')).length === 0
          ? []
          : [{ title: 'selected', kind: 'Pod', group: '', by: 'selector' }],
    };
  },
  'Ingress.networking.k8s.io': (spec, status, { namespace }) => {
    const backend = (of: Json) => {
      const { name, port } = { name: textAt(at(of, 'service'), 'name'), port: at(of, 'service', 'port') };
      const number = textAt(port, 'number') || textAt(port, 'name');
      return name === ''
        ? textAt(at(of, 'resource'), 'name')
        : { value: `${name}:${number}`, to: { kind: 'Service', group: '', namespace, name } };
    };
    const byDefault = at(spec, 'defaultBackend');
    return {
      figures: given(
        ['class', textAt(spec, 'ingressClassName')],
        [
          'address',
          listAt(at(status, 'loadBalancer'), 'ingress')
            .map(it => textAt(it, 'hostname') || textAt(it, 'ip'))
            .join(', '),
        ],
      ),
      tables: [
        {
          title: 'routes',
          columns: ['host', 'path', 'service'],
          rows: [
            ...listAt(spec, 'rules').flatMap(rule =>
              listAt(at(rule, 'http'), 'paths').map(path => ({
                cells: [textAt(rule, 'host') || '*', textAt(path, 'path') || '/', backend(at(path, 'backend'))],
              })),
            ),
            ...('defaultBackend' in spec ? [{ cells: ['*', '', backend(byDefault)] }] : []),
          ],
        },
        {
          title: 'tls',
          columns: ['host', 'secret'],
          rows: listAt(spec, 'tls').map(it => {
            const name = textAt(it, 'secretName');
            return {
              cells: [
                textsAt(it, 'hosts') || '*',
                name === '' ? '' : { value: name, to: { kind: 'Secret', group: '', namespace, name } },
              ],
            };
          }),
        },
      ],
    };
  },
  PersistentVolumeClaim: (spec, status) => ({
    figures: [
      ...given(['phase', textAt(status, 'phase'), status['phase'] === 'Bound' ? {} : { tone: 'unsure' }]),
      ...given([
        'capacity',
        textAt(at(status, 'capacity'), 'storage') || textAt(at(spec, 'resources', 'requests'), 'storage'),
      ]),
      ...given(['class', textAt(spec, 'storageClassName')], ['access', textsAt(spec, 'accessModes')]),
      ...named('volume', textAt(spec, 'volumeName'), { kind: 'PersistentVolume', group: '', namespace: '' }),
    ],
    tables: [],
  }),
  PersistentVolume: (spec, status) => {
    const claim = at(spec, 'claimRef');
    return {
      figures: [
        ...given(['phase', textAt(status, 'phase')], ['capacity', textAt(at(spec, 'capacity'), 'storage')]),
        ...given(['class', textAt(spec, 'storageClassName')], ['access', textsAt(spec, 'accessModes')]),
        ...given(['reclaim', textAt(spec, 'persistentVolumeReclaimPolicy')]),
        ...named('claim', textAt(claim, 'name'), {
          kind: 'PersistentVolumeClaim',
          group: '',
          namespace: textAt(claim, 'namespace'),
        }),
      ],
      tables: [],
    };
  },
  ConfigMap: keysOnly,
  Secret: keysOnly,
  Namespace: (_spec, status) => ({
    figures: given(['phase', textAt(status, 'phase'), status['phase'] === 'Active' ? {} : { tone: 'unsure' }]),
    tables: [],
  }),
  'PodDisruptionBudget.policy': (spec, status) => ({
    figures: [
      ...given([
        'limits',
        [minimum(spec, 'minAvailable', 'at least'), minimum(spec, 'maxUnavailable', 'at most')]
          .filter(Boolean)
          .join(', '),
      ]),
      part('ready', Number(textAt(status, 'currentHealthy')) || 0, Number(textAt(status, 'desiredHealthy')) || 0),
    ],
    tables: [],
    lists: [{ title: 'selected', kind: 'Pod', group: '', by: 'selector' }],
  }),
};

function minimum(spec: Json, key: 'minAvailable' | 'maxUnavailable', words: string): string {
  const value = textAt(spec, key);
  return value === '' ? '' : `${words} ${value} ${key === 'minAvailable' ? 'available' : 'unavailable'}`;
}

function keysOnly(_spec: Json, _status: Json, { keys = [] }: Parameters<Describe>[2]): ReturnType<Describe> {
  return {
    figures: [],
    tables: [
      {
        title: 'keys',
        columns: ['name', 'size'],
        rows: keys.map(({ name, size }) => ({ cells: [name, size === null ? '' : `${size.toLocaleString()} B`] })),
      },
    ],
  };
}
