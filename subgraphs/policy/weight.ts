/**
 * Estimates the memory of a kept topology. Names, hostnames and rules come from the cluster and may be long and many,
 * so each is counted. With a constant per node, one cluster could take many times its share.
 */
import { Pace, type Steps } from '../../async/fair-turns.ts';
import type { ClusterPolicy } from './cluster-policy.ts';
import type { GraphObject, PolicyState } from './policy-state.ts';

/** Estimated bytes of one object of each type, including its entries in the lists and maps of the topology. */
const TOPOLOGY = 2_000;
const NODE = 205;
const OBJECT = 170;
const EDGE = 118;
const PATH = 80;
const EFFECTIVE = 64;
const POLICY = 250;
const RULE = 102;
const DISPLACED = 50;
const CONDITION = 80;
const REFERENCE = 80;
const LIST = 24;
const TEXT = 24;
const POINTER = 8;

/** Number of nodes, edges or rules counted before yielding. */
const STEP = 4_096;

/** Estimated bytes of the topology. A list or result that several nodes, edges or paths share counts once. */
export function* weightOf({ nodes, edges, toRules, toListeners, effective }: ClusterPolicy): Steps<number> {
  const counted = new Set<unknown>();
  const once = <T>(value: T, bytes: (value: T) => number): number => {
    if (counted.has(value)) return 0;
    counted.add(value);
    return bytes(value);
  };
  let bytes = TOPOLOGY + (toRules.length + toListeners.length) * PATH + effective.length * EFFECTIVE;
  const pace = new Pace(STEP);
  for (const { object, section, hostnames, policy, unresolved, above, below } of nodes) {
    if (pace.spent(1 + hostnames.length / 4 + (policy?.rules.length ?? 0))) yield;
    bytes += NODE + (above.length + below.length) * POINTER;
    bytes += once(object, objectBytes) + (section === undefined ? 0 : text(section));
    bytes += once(hostnames, texts);
    for (const { to } of unresolved) bytes += REFERENCE + text(to);
    if (policy) bytes += policyBytes(policy);
  }
  for (const { hostnames, ports, refusals } of edges) {
    if (pace.spent()) yield;
    bytes += EDGE + once(hostnames, pointers) + once(ports, pointers) + once(refusals, pointers);
  }
  for (const { merged } of effective) {
    if (pace.spent()) yield;
    if (counted.has(merged)) continue;
    counted.add(merged);
    const { policies, rules, displaced } = merged;
    bytes += LIST + pointers(policies) + pointers(rules) + pointers(displaced);
    for (const { by } of displaced) {
      if (pace.spent()) yield;
      bytes += DISPLACED + once(by, pointers);
    }
  }
  return bytes;
}

const objectBytes = ({ id, name }: GraphObject): number => OBJECT + text(id) + text(name);
const text = (value: string): number => TEXT + value.length;
const pointers = (list: readonly unknown[]): number => (list.length === 0 ? 0 : LIST + list.length * POINTER);
const texts = (list: readonly string[]): number => list.reduce((sum, item) => sum + text(item), pointers(list));

function policyBytes({ rules, reported }: PolicyState): number {
  let bytes = POLICY + pointers(rules) + pointers(reported);
  for (const { key, path, digest } of rules) bytes += RULE + text(key) + text(path) + text(digest);
  for (const { type, status, reason, ancestor = '' } of reported) {
    bytes += CONDITION + text(type) + text(status) + text(reason) + text(ancestor);
  }
  return bytes;
}
