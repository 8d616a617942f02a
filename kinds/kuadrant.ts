/** Kuadrant: policies on Gateways and routes. A policy that other policies override is current, not failed. */
import type { Kind } from './kind.ts';
import { condition, NOT_REPORTED, tabled } from './table.ts';

const policy = tabled({
  source: 'Kuadrant/kuadrant-operator: internal/kuadrant/conditions.go (AcceptedCondition, EnforcedCondition)',
  lines: [
    condition('FAILED', 'Accepted', 'False'),
    condition('CURRENT', 'Enforced', 'False', { reasons: ['Overridden'] }),
    condition('FAILED', 'Enforced', 'False'),
    condition('CURRENT', 'Enforced', 'True'),
    condition('CURRENT', 'Accepted', 'True'),
    NOT_REPORTED,
  ],
});

const PLURALS = {
  AuthPolicy: 'authpolicies',
  RateLimitPolicy: 'ratelimitpolicies',
  TokenRateLimitPolicy: 'tokenratelimitpolicies',
  DNSPolicy: 'dnspolicies',
  TLSPolicy: 'tlspolicies',
};

export const kuadrant: readonly Kind[] = Object.entries(PLURALS).map(([kind, indexedAs]) => ({
  ...{ group: 'kuadrant.io', kind, indexedAs },
  ...policy,
}));
