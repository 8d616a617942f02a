/**
 * The known kinds of policies: their class, how policies of one kind merge, which nodes they affect, and where their
 * rules are.
 *
 * Other kinds can also be policies, by their shape (subgraphs/policy/projections.ts). Their merge rule is unknown.
 */
import type { Resource } from '../rbac/types.ts';
import { GATEWAY_GROUP } from './gateway-api.ts';

export type PolicyClass = 'DIRECT' | 'INHERITED';

/** The rules of a policy that share a prefix of their keys. */
export interface RuleSection {
  /** Prefix of the keys. `limits` gives keys such as `limits#burst`. */
  readonly key: string;
  /** Path of the rules below the policy's `defaults`, `overrides` or `spec`. */
  readonly at: readonly string[];
  /** True if each member is a rule. False if the whole value is one rule. */
  readonly members: boolean;
  /**
   * True for light rules. A policy with only light rules counts as a policy without rules if a policy above it has the
   * strategy ATOMIC_DEFAULTS.
   */
  readonly light?: true;
}

export interface PolicyKind {
  readonly group: string;
  readonly kind: string;
  readonly class: PolicyClass;
  /**
   * `fields`: each policy states how it merges, in `spec.defaults` or `spec.overrides`. `nearest`: the most specific
   * policy applies as a whole. Undefined means unknown, so no effective policy is computed.
   */
  readonly merge?: 'fields' | 'nearest';
  /** Nodes of the policy topology whose traffic the policies affect: rules of routes, listeners, or only the target. */
  readonly level?: 'rule' | 'listener' | 'target';
  /** Location of the rules, for `merge: 'fields'`. */
  readonly rules?: readonly RuleSection[];
}

const KUADRANT = 'kuadrant.io';
const ENVOY = 'gateway.envoyproxy.io';
const CONDITIONS: RuleSection = { key: 'conditions', at: ['when'], members: false, light: true };
const LIMITS: readonly RuleSection[] = [{ key: 'limits', at: ['limits'], members: true }, CONDITIONS];
const AUTH: readonly RuleSection[] = [
  ...['authentication', 'metadata', 'authorization', 'callbacks'].map(key => ({
    key,
    at: ['rules', key],
    members: true,
  })),
  { key: 'response.success.headers', at: ['rules', 'response', 'success', 'headers'], members: true },
  { key: 'response.success.metadata', at: ['rules', 'response', 'success', 'filters'], members: true },
  ...['unauthenticated', 'unauthorized'].map(key => ({
    key: `response.${key}`,
    at: ['rules', 'response', key],
    members: false,
  })),
  { key: 'patterns', at: ['patterns'], members: true, light: true },
  CONDITIONS,
];

export const POLICY_KINDS: readonly PolicyKind[] = [
  { group: KUADRANT, kind: 'AuthPolicy', class: 'INHERITED', merge: 'fields', level: 'rule', rules: AUTH },
  { group: KUADRANT, kind: 'RateLimitPolicy', class: 'INHERITED', merge: 'fields', level: 'rule', rules: LIMITS },
  { group: KUADRANT, kind: 'TokenRateLimitPolicy', class: 'INHERITED', merge: 'fields', level: 'rule', rules: LIMITS },
  // The CRDs of these two kinds say Direct, but the policies affect the listeners below their target.
  { group: KUADRANT, kind: 'DNSPolicy', class: 'INHERITED', merge: 'nearest', level: 'listener' },
  { group: KUADRANT, kind: 'TLSPolicy', class: 'INHERITED', merge: 'nearest', level: 'listener' },
  { group: GATEWAY_GROUP, kind: 'BackendTLSPolicy', class: 'DIRECT', merge: 'nearest', level: 'target' },
  { group: ENVOY, kind: 'SecurityPolicy', class: 'INHERITED' },
  { group: ENVOY, kind: 'BackendTrafficPolicy', class: 'INHERITED' },
  { group: ENVOY, kind: 'ClientTrafficPolicy', class: 'INHERITED' },
  { group: ENVOY, kind: 'EnvoyExtensionPolicy', class: 'INHERITED' },
  { group: 'security.istio.io', kind: 'AuthorizationPolicy', class: 'INHERITED' },
  { group: 'security.istio.io', kind: 'RequestAuthentication', class: 'INHERITED' },
  { group: 'telemetry.istio.io', kind: 'Telemetry', class: 'INHERITED' },
  { group: 'extensions.istio.io', kind: 'WasmPlugin', class: 'INHERITED' },
];

const byName = new Map(POLICY_KINDS.map(entry => [`${entry.group}/${entry.kind}`, entry]));

export function policyKindOf({ group, kind }: Pick<Resource, 'group' | 'kind'>): PolicyKind | undefined {
  return byName.get(`${group}/${kind}`);
}
