import { conditions, is, JUST_NOW, vectors } from './vector.ts';

const young = { lastTransitionTime: JUST_NOW };
const listener = (...all: Record<string, unknown>[]) => ({
  status: {
    conditions: [is('Accepted', 'True'), is('Programmed', 'True')],
    listeners: [{ name: 'https', conditions: all }],
  },
});
const parent = (...all: Record<string, unknown>[]) => ({
  spec: { parentRefs: [{ name: 'gw' }] },
  status: { parents: [{ controllerName: 'x', parentRef: { name: 'gw' }, conditions: all }] },
});
const ancestor = (...all: Record<string, unknown>[]) => ({
  status: { ancestors: [{ controllerName: 'x', ancestorRef: { name: 'gw' }, conditions: all }] },
});

export const gatewayApi = [
  ...vectors(
    'gateway.networking.k8s.io/Gateway',
    [
      'programmed',
      conditions(is('Accepted', 'True', 'Accepted'), is('Programmed', 'True', 'Programmed')),
      'CURRENT',
      'Programmed',
    ],
    [
      'without an address for long',
      conditions(is('Accepted', 'True'), is('Programmed', 'False', 'AddressNotAssigned')),
      'FAILED',
      'AddressNotAssigned',
    ],
    [
      'without an address for a minute',
      conditions(
        is('Accepted', 'True'),
        is('Programmed', 'False', 'AddressNotAssigned', { lastTransitionTime: JUST_NOW }),
      ),
      'IN_PROGRESS',
      'AddressNotAssigned',
    ],
    ['not valid', conditions(is('Accepted', 'True'), is('Programmed', 'False', 'Invalid')), 'FAILED', 'Invalid'],
    ['not accepted', conditions(is('Accepted', 'False', 'InvalidParameters')), 'FAILED', 'InvalidParameters'],
    ['not accepted yet', conditions(is('Accepted', 'False', 'Pending', young)), 'IN_PROGRESS', 'Pending'],
    ['not accepted for long', conditions(is('Accepted', 'False', 'Pending')), 'FAILED', 'Pending'],
    [
      'without resources for long',
      conditions(is('Accepted', 'True'), is('Programmed', 'False', 'NoResources')),
      'FAILED',
      'NoResources',
    ],
    [
      'without resources for a minute',
      conditions(is('Accepted', 'True'), is('Programmed', 'False', 'NoResources', young)),
      'IN_PROGRESS',
      'NoResources',
    ],
    [
      'whose references cannot be followed',
      conditions(is('Accepted', 'True'), is('ResolvedRefs', 'False', 'RefNotPermitted')),
      'FAILED',
      'RefNotPermitted',
    ],
    [
      'with a listener without its certificate',
      listener(is('ResolvedRefs', 'False', 'InvalidCertificateRef')),
      'FAILED',
      'InvalidCertificateRef',
    ],
    [
      'with a listener whose certificate is issued',
      listener(is('ResolvedRefs', 'False', 'InvalidCertificateRef', young)),
      'IN_PROGRESS',
      'InvalidCertificateRef',
    ],
    [
      'with a listener that may not have its certificate',
      listener(is('ResolvedRefs', 'False', 'RefNotPermitted', young)),
      'FAILED',
      'RefNotPermitted',
    ],
    [
      'with a listener that is not accepted yet',
      listener(is('Accepted', 'False', 'Pending', young)),
      'IN_PROGRESS',
      'Pending',
    ],
    [
      'with a listener that is not accepted',
      listener(is('Accepted', 'False', 'PortUnavailable')),
      'FAILED',
      'PortUnavailable',
    ],
    [
      'with a listener in conflict',
      listener(is('Conflicted', 'True', 'HostnameConflict')),
      'FAILED',
      'HostnameConflict',
    ],
    [
      'that is programmed',
      conditions(is('Accepted', 'True'), is('Programmed', 'Unknown', 'Pending', young)),
      'IN_PROGRESS',
      'Pending',
    ],
    [
      'whose programming cannot be told',
      conditions(is('Accepted', 'True'), is('Programmed', 'Unknown', 'X')),
      'IN_PROGRESS',
      'X',
    ],
    ['that waits for a controller', conditions(is('Accepted', 'Unknown', 'Pending', young)), 'IN_PROGRESS', 'Pending'],
    ['that no controller took', conditions(is('Accepted', 'Unknown', 'Pending')), 'FAILED', 'Pending'],
    ['whose acceptance cannot be told', conditions(is('Accepted', 'Unknown', 'X')), 'IN_PROGRESS', 'X'],
    ['of a controller that programs nothing', conditions(is('Accepted', 'True', 'Accepted')), 'CURRENT', 'Accepted'],
    ['never looked at', {}, 'IN_PROGRESS', 'NotReconciled'],
  ),
  ...vectors(
    'gateway.networking.k8s.io/GatewayClass',
    ['accepted', conditions(is('Accepted', 'True', 'Accepted')), 'CURRENT', 'Accepted'],
    ['not accepted', conditions(is('Accepted', 'False', 'InvalidParameters')), 'FAILED', 'InvalidParameters'],
    ['that waits for a controller', conditions(is('Accepted', 'Unknown', 'Pending')), 'IN_PROGRESS', 'NotReconciled'],
  ),
  ...['HTTPRoute', 'GRPCRoute', 'TLSRoute', 'TCPRoute', 'UDPRoute'].flatMap(kind =>
    vectors(
      `gateway.networking.k8s.io/${kind}`,
      ['accepted', parent(is('Accepted', 'True', 'Accepted'), is('ResolvedRefs', 'True')), 'CURRENT', 'Accepted'],
      [
        'whose backend is not there',
        parent(is('Accepted', 'True'), is('ResolvedRefs', 'False', 'BackendNotFound')),
        'FAILED',
        'BackendNotFound',
      ],
      [
        'that no parent accepts',
        parent(is('Accepted', 'False', 'NotAllowedByListeners')),
        'FAILED',
        'NotAllowedByListeners',
      ],
    ),
  ),
  ...vectors(
    'gateway.networking.k8s.io/HTTPRoute',
    [
      'that is refused in part',
      parent(is('Accepted', 'True'), is('PartiallyInvalid', 'True', 'UnsupportedValue')),
      'FAILED',
      'UnsupportedValue',
    ],
    ['not accepted yet', parent(is('Accepted', 'False', 'Pending')), 'IN_PROGRESS', 'Pending'],
    ['that is programmed', parent(is('Accepted', 'True'), is('Programmed', 'False', 'Later')), 'IN_PROGRESS', 'Later'],
    [
      'of an older generation',
      parent(is('Accepted', 'True', 'Accepted', { observedGeneration: 1 })),
      'IN_PROGRESS',
      'LatestGenerationNotObserved',
    ],
    ['without a parent', {}, 'CURRENT', ''],
    ['that no controller looked at', { spec: { parentRefs: [{ name: 'gw' }] } }, 'IN_PROGRESS', 'NotReconciled'],
    [
      'with parents of another shape',
      { spec: { parentRefs: [{}] }, status: { parents: [7, { conditions: 'x' }] } },
      'IN_PROGRESS',
      'NotReconciled',
    ],
  ),
  ...vectors(
    'gateway.networking.k8s.io/BackendTLSPolicy',
    ['accepted', ancestor(is('Accepted', 'True', 'Accepted')), 'CURRENT', 'Accepted'],
    ['in conflict', ancestor(is('Accepted', 'False', 'Conflicted')), 'FAILED', 'Conflicted'],
    [
      'without its certificates',
      ancestor(is('Accepted', 'True'), is('ResolvedRefs', 'False', 'InvalidCACertificateRef')),
      'FAILED',
      'InvalidCACertificateRef',
    ],
    ['never looked at', {}, 'IN_PROGRESS', 'NotReconciled'],
  ),
  ...vectors(
    'gateway.networking.k8s.io/ListenerSet',
    [
      'programmed',
      conditions(is('Accepted', 'True', 'Accepted'), is('Programmed', 'True', 'Programmed')),
      'CURRENT',
      'Programmed',
    ],
    ['not allowed by its Gateway', conditions(is('Accepted', 'False', 'NotAllowed')), 'FAILED', 'NotAllowed'],
    [
      'waiting for its Gateway',
      conditions(is('Accepted', 'False', 'Pending', { lastTransitionTime: JUST_NOW })),
      'IN_PROGRESS',
      'Pending',
    ],
  ),
  ...['AuthPolicy', 'RateLimitPolicy', 'TokenRateLimitPolicy', 'DNSPolicy', 'TLSPolicy'].flatMap(kind =>
    vectors(
      `kuadrant.io/${kind}`,
      [
        'enforced',
        conditions(is('Accepted', 'True', 'Accepted'), is('Enforced', 'True', 'Enforced')),
        'CURRENT',
        'Enforced',
      ],
      [
        'overridden',
        conditions(is('Accepted', 'True'), is('Enforced', 'False', 'Overridden')),
        'CURRENT',
        'Overridden',
      ],
      ['not enforced', conditions(is('Accepted', 'True'), is('Enforced', 'False', 'Unknown')), 'FAILED', 'Unknown'],
      ['without its target', conditions(is('Accepted', 'False', 'TargetNotFound')), 'FAILED', 'TargetNotFound'],
      ['accepted', conditions(is('Accepted', 'True', 'Accepted')), 'CURRENT', 'Accepted'],
      ['never looked at', {}, 'IN_PROGRESS', 'NotReconciled'],
    ),
  ),
];
