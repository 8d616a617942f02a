/**
 * Gateway API. A Gateway has its own conditions and conditions of its listeners. A route has conditions of each parent.
 * Gateways and ListenerSets that wait for an address or for their controller count as failed after ten minutes, because
 * a load balancer may take this time. If a listener has no valid certificate, the object counts as failed after five
 * minutes.
 */
import type { Relation } from '../store/attached.ts';
import type { Kind, Line } from './kind.ts';
import { kstatus } from './kstatus.ts';
import { oncePerObject } from './once.ts';
import { SECRET, references, relationsByName } from './relations.ts';
import { condition, inItsWords, NOT_REPORTED, tabled, type Which } from './table.ts';
import { at, conditionOf, conditions, isRecord, list, text, type Condition } from './untrusted.ts';

export const GATEWAY_GROUP = 'gateway.networking.k8s.io';
const ADDRESS_MS = 600_000;
const CERTIFICATE_MS = 300_000;

/** Maximum number of parents, listeners or ancestors of one object that are read. */
const MAX_PARTS = 64;

type Part = readonly [name: string, conditions: readonly Condition[]];

function partsOf(value: unknown, name: (part: unknown) => string): readonly Part[] {
  return list(value)
    .slice(0, MAX_PARTS)
    .filter(isRecord)
    .map(part => [name(part), conditions({ status: part }) ?? []]);
}

const listeners = oncePerObject(object =>
  partsOf(at(object, 'status', 'listeners'), it => `listener ${text(at(it, 'name'))}`),
);
const parents = oncePerObject(object =>
  partsOf(at(object, 'status', 'parents'), it => `parent ${text(at(it, 'parentRef', 'name'))}`),
);
const ancestors = oncePerObject(object =>
  partsOf(at(object, 'status', 'ancestors'), it => `ancestor ${text(at(it, 'ancestorRef', 'name'))}`),
);

/** Matches if one of the parts (parents, listeners or ancestors) has the condition. */
function ofPart(
  then: Line['then'],
  parts: (object: unknown) => readonly Part[],
  what: string,
  type: string,
  status: 'True' | 'False',
  which: Which = {},
): Line {
  const line = condition(then, type, status, which);
  return {
    ...line,
    when: line.when.replace('` is ', `\` of ${what} is `),
    finds: object => {
      for (const [name, all] of parts(object)) {
        const found = line.finds(object, all);
        if (!found) continue;
        const { message, ...rest } = found;
        return { ...rest, message: `${name}: ${message || rest.reason}` };
      }
      return undefined;
    },
  };
}

const gateway = tabled({
  source:
    'kubernetes-sigs/gateway-api: apis/v1/gateway_types.go (GatewayConditionType, GatewayConditionReason, ListenerConditionType)',
  lines: [
    condition('FAILED', 'Accepted', 'False', { reasons: ['Pending'], afterMs: ADDRESS_MS }),
    condition('FAILED', 'Accepted', 'False'),
    condition('FAILED', 'ResolvedRefs', 'False'),
    ofPart('FAILED', listeners, 'a listener', 'ResolvedRefs', 'False', { except: ['InvalidCertificateRef'] }),
    ofPart('FAILED', listeners, 'a listener', 'Accepted', 'False', { except: ['Pending'] }),
    ofPart('FAILED', listeners, 'a listener', 'Conflicted', 'True'),
    ofPart('FAILED', listeners, 'a listener', 'ResolvedRefs', 'False', {
      reasons: ['InvalidCertificateRef'],
      afterMs: CERTIFICATE_MS,
    }),
    condition('FAILED', 'Programmed', 'False', {
      reasons: ['AddressNotAssigned', 'NoResources', 'Pending'],
      afterMs: ADDRESS_MS,
    }),
    condition('FAILED', 'Programmed', 'False'),
    ofPart('FAILED', listeners, 'a listener', 'Accepted', 'False', { reasons: ['Pending'], afterMs: ADDRESS_MS }),
    condition('FAILED', 'Programmed', 'Unknown', { reasons: ['Pending'], afterMs: ADDRESS_MS }),
    condition('IN_PROGRESS', 'Programmed', 'Unknown'),
    condition('CURRENT', 'Programmed', 'True'),
    condition('FAILED', 'Accepted', 'Unknown', { reasons: ['Pending'], afterMs: ADDRESS_MS }),
    condition('IN_PROGRESS', 'Accepted', 'Unknown'),
    condition('CURRENT', 'Accepted', 'True'),
    NOT_REPORTED,
  ],
});

const gatewayClass = tabled({
  source: 'kubernetes-sigs/gateway-api: apis/v1/gatewayclass_types.go (GatewayClassConditionType)',
  lines: [
    condition('FAILED', 'Accepted', 'False', { except: ['Pending', 'Waiting'] }),
    condition('CURRENT', 'Accepted', 'True'),
    NOT_REPORTED,
  ],
});

const REPORTED_BY_PARTS: Line = {
  then: 'CURRENT',
  when: '`Accepted` of a parent or ancestor is True',
  finds: object => {
    for (const [, all] of [...parents(object), ...ancestors(object)]) {
      const accepted = conditionOf(all, 'Accepted');
      if (accepted?.status === 'True') return inItsWords(accepted, 'CURRENT');
    }
    return undefined;
  },
};

/** A route without parentRefs is current, because a service mesh may use the route without them. */
const WITHOUT_PARENT: Line = {
  then: 'CURRENT',
  when: '`spec.parentRefs` is empty',
  finds: object => (list(at(object, 'spec', 'parentRefs')).length === 0 ? { reason: '', message: '' } : undefined),
};

export const route = tabled({
  source:
    'kubernetes-sigs/gateway-api: apis/v1/shared_types.go (RouteConditionType, RouteConditionReason); argoproj/argo-cd: resource_customizations/gateway.networking.k8s.io/HTTPRoute/health.lua',
  lines: [
    ofPart('FAILED', parents, 'a parent', 'Accepted', 'False', { except: ['Pending'] }),
    ofPart('FAILED', parents, 'a parent', 'ResolvedRefs', 'False'),
    ofPart('FAILED', parents, 'a parent', 'PartiallyInvalid', 'True'),
    ofPart('IN_PROGRESS', parents, 'a parent', 'Programmed', 'False'),
    ofPart('IN_PROGRESS', parents, 'a parent', 'Accepted', 'False'),
    REPORTED_BY_PARTS,
    WITHOUT_PARENT,
    NOT_REPORTED,
  ],
});

const policy = tabled({
  source: 'kubernetes-sigs/gateway-api: apis/v1/policy_types.go (PolicyStatus, PolicyConditionType)',
  lines: [
    ofPart('FAILED', ancestors, 'an ancestor', 'Accepted', 'False', { except: ['Pending'] }),
    ofPart('FAILED', ancestors, 'an ancestor', 'ResolvedRefs', 'False'),
    REPORTED_BY_PARTS,
    NOT_REPORTED,
  ],
});

/** Kinds of Gateway API, except HTTPRoute and GRPCRoute. These two kinds are in networking.ts with their relations. */
export const gatewayApi: readonly Kind[] = [
  { group: GATEWAY_GROUP, kind: 'Gateway', indexedAs: 'gateways', ...gateway, relations: certificates, rules: 1 },
  { group: GATEWAY_GROUP, kind: 'GatewayClass', indexedAs: 'gatewayclasses', ...gatewayClass },
  {
    group: GATEWAY_GROUP,
    kind: 'ListenerSet',
    indexedAs: 'listenersets',
    ...gateway,
    relations: certificates,
    rules: 1,
  },
  { group: GATEWAY_GROUP, kind: 'ReferenceGrant', indexedAs: 'referencegrants', status: kstatus() },
  ...['TLSRoute', 'TCPRoute', 'UDPRoute'].map((kind): Kind => ({
    group: GATEWAY_GROUP,
    kind,
    indexedAs: `${kind.toLowerCase()}s`,
    ...route,
  })),
  { group: GATEWAY_GROUP, kind: 'BackendTLSPolicy', indexedAs: 'backendtlspolicies', ...policy },
];

/** Relations to the Secrets of the listeners. A reference without a kind names a Secret. */
function certificates(object: unknown, namespace: string): readonly Relation[] {
  const found = references(at(object, 'spec', 'listeners')).flatMap(listener =>
    references(at(listener, 'tls', 'certificateRefs')),
  );
  const secrets = found.filter(
    reference => (at(reference, 'kind') ?? 'Secret') === 'Secret' && (at(reference, 'group') ?? '') === '',
  );
  return relationsByName('REFERENCES', secrets, SECRET, namespace);
}
