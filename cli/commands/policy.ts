/**
 * `fleetgraph policy`: shows the effects of policies on traffic, from a running fleetgraph. `explain` names the policy
 * that defines each rule on the paths to a route. `impact` lists what depends on an object.
 */
import { Command } from 'commander';
import { openEndpoint, withEndpoint, type Ask, type EndpointFlags } from '../client/endpoint.ts';
import { needed } from '../client/listing.ts';
import { document, jsonOption } from '../client/output.ts';
import { partsOf, shortName } from '../client/policies.ts';
import { printableLines } from '../printable.ts';
import { UsageError } from '../usage-error.ts';

interface PolicyFlags extends EndpointFlags {
  readonly output: 'text' | 'json';
}

export function policyCommand(): Command {
  const command = new Command('policy').description('Explain policies of Gateways and routes, by a running fleetgraph');
  const id = 'leaf-01/gateway.networking.k8s.io/HTTPRoute/team-a/web';
  command.addCommand(
    withEndpoint(
      new Command('explain')
        .description('Show the rules in effect on the paths to a route or rule, and the policies that define them')
        .argument('<route>', `id of the route, with #RULE for one rule: ${id}#rule-1`)
        .addOption(jsonOption())
        .action(explain),
    ),
  );
  command.addCommand(
    withEndpoint(
      new Command('impact')
        .description(
          'Show what depends on a Gateway, listener, route, rule, Service or policy, and what its deletion would change',
        )
        .argument('<id>', `id of the object, with #SECTION for a part of it: ${id}`)
        .addOption(jsonOption())
        .action(impact),
    ),
  );
  return command;
}

interface Id {
  readonly id: string;
}

interface Effective {
  readonly kind: string;
  readonly complete: boolean;
  readonly path: { readonly nodes: readonly Id[]; readonly hostnames: readonly string[]; readonly open: boolean };
  readonly rules: readonly { readonly key: string; readonly path: string; readonly source: Id }[];
  readonly displaced: readonly { readonly key: string; readonly source: Id; readonly by: readonly Id[] }[];
}

interface RouteNode extends Id {
  readonly unresolved: readonly { readonly kind: string; readonly to: string; readonly absent: boolean }[];
  readonly above: readonly { readonly kind: string; readonly refusals: readonly string[]; readonly from: Id }[];
}

export interface Explanation {
  /** Null if the topology that the caller sees does not contain the route or the rule. */
  readonly node: RouteNode | null;
  readonly effective: readonly Effective[];
}

const MAX_PAGE = 500;
const EXPLAIN = `query Explain($id: ID!, $after: String) {
  policyTopology(filter: { around: [$id] }) {
    nodes(first: ${MAX_PAGE}) { nodes { id unresolved { kind to absent } above { kind refusals from { id } } } }
  }
  effectivePolicies(filter: { around: [$id] }, first: 100, after: $after) {
    pageInfo { hasNextPage endCursor }
    nodes {
      kind complete path { nodes { id } hostnames open }
      rules { key path source { id } }
      displaced { key source { id } by { id } }
    }
  }
}`;

interface ExplainPage {
  readonly policyTopology: { readonly nodes: { readonly nodes: readonly RouteNode[] } };
  readonly effectivePolicies: {
    readonly pageInfo: { readonly hasNextPage: boolean; readonly endCursor: string | null };
    readonly nodes: readonly Effective[];
  };
}

/** Sets exit code 1 if the topology that the caller sees does not contain the route. */
async function explain(id: string, flags: PolicyFlags): Promise<void> {
  judgeId(id);
  const explanation = await explained(openEndpoint(flags), id);
  process.stdout.write(flags.output === 'json' ? document('json', explanation) : explanationText(id, explanation));
  if (!explanation.node) process.exitCode = 1;
}

async function explained(ask: Ask, id: string): Promise<Explanation> {
  const effective: Effective[] = [];
  for (let after: string | null = null; ;) {
    const page: ExplainPage = needed(await ask<ExplainPage>(EXPLAIN, { id, after }));
    const { policyTopology, effectivePolicies } = page;
    effective.push(...effectivePolicies.nodes);
    const { hasNextPage, endCursor } = effectivePolicies.pageInfo;
    if (!hasNextPage) return { node: policyTopology.nodes.nodes.find(node => node.id === id) ?? null, effective };
    after = endCursor;
  }
}

/** @throws UsageError if the text is not the id of an object */
function judgeId(id: string): void {
  const { cluster, kind, name } = partsOf(id);
  if (!cluster || !kind || !name || id.split('#')[0]!.split('/').length !== 5)
    throw new UsageError(
      `"${id}" is not the id of an object. An id is CLUSTER/GROUP/KIND/NAMESPACE/NAME; fleetgraph get httproutes -o name prints them.`,
    );
}

export function explanationText(id: string, { node, effective }: Explanation): string {
  const lines = [shortName(id)];
  if (!node) lines.push('  It does not exist, is no part of the topology, or you may not list it.');
  for (const { kind, to, absent } of node?.unresolved ?? [])
    lines.push(`  ${kind} ${shortName(to)}: ${absent ? 'does not exist' : 'may exist, but you may not list it'}`);
  for (const { kind, refusals, from } of node?.above ?? [])
    if (refusals.length > 0) lines.push(`  ${kind} ${shortName(from.id)}: does not hold (${refusals.join(', ')})`);
  if (node && effective.length === 0) lines.push('  No policy is in effect on its paths.');
  const byPath = Map.groupBy(effective, ({ path }) => path.nodes.map(it => it.id).join(' '));
  for (const entries of byPath.values()) {
    const { nodes, hostnames, open } = entries[0]!.path;
    lines.push(`└─ ${nodes.map(it => shortName(it.id)).join(' → ')}`);
    lines.push(
      `   ${hostnames.length === 0 ? 'any hostname' : hostnames.join(', ')}${open ? '; begins below its Gateway, which you may not list' : ''}`,
    );
    for (const one of entries) lines.push(...effectiveLines(one));
  }
  return printableLines(lines);
}

function effectiveLines({ kind, complete, rules, displaced }: Effective): string[] {
  const reported = [
    ...rules.map(({ key, source }) => `${key}: ${shortName(source.id)}`),
    ...displaced.map(({ key, source, by }) => {
      const others = by.map(it => shortName(it.id)).join(', ');
      return `${key} of ${shortName(source.id)}: not in effect${others === '' ? '' : `, replaced by ${others}`}`;
    }),
  ];
  if (reported.length === 0) reported.push('no rules');
  const incomplete = complete ? '' : ' (there may be more that you may not list)';
  return [
    `   └─ ${kind}${incomplete}`,
    ...reported.map((line, i) => `      ${i === reported.length - 1 ? '└─' : '├─'} ${line}`),
  ];
}

export interface ReportedImpact {
  readonly node: Id;
  readonly pathCount: number;
  readonly hostnames: readonly string[];
  readonly reaches: { readonly totalCount: number; readonly nodes: readonly Id[] };
  readonly orphaned: readonly (Id & { readonly kind: string })[];
  readonly ifDeleted: {
    readonly totalCount: number;
    readonly nodes: readonly { readonly before: Effective; readonly after: Effective | null }[];
  };
}

/** Maximum number of entries to print of `reaches` and of `ifDeleted`. */
const MAX_TOLD = 100;
const EFFECTIVE =
  'kind complete path { nodes { id } hostnames open } rules { key path source { id } } displaced { key source { id } by { id } }';
const IMPACT = `query Impact($id: ID!) {
  policyImpact(id: $id) {
    node { id }
    pathCount
    hostnames
    reaches(first: ${MAX_TOLD}) { totalCount nodes { id } }
    orphaned { id kind }
    ifDeleted(first: ${MAX_TOLD}) { totalCount nodes { before { ${EFFECTIVE} } after { ${EFFECTIVE} } } }
  }
}`;

/** Sets exit code 1 if the topology that the caller sees does not contain the object. */
async function impact(id: string, flags: PolicyFlags): Promise<void> {
  judgeId(id);
  const { policyImpact } = needed(await openEndpoint(flags)<{ policyImpact: ReportedImpact | null }>(IMPACT, { id }));
  process.stdout.write(flags.output === 'json' ? document('json', policyImpact) : impactText(id, policyImpact));
  if (!policyImpact) process.exitCode = 1;
}

export function impactText(id: string, reported: ReportedImpact | null): string {
  const lines = [shortName(id)];
  if (!reported) lines.push('  It does not exist, is no part of the topology, or you may not list it.');
  else {
    const { pathCount, hostnames, reaches, orphaned, ifDeleted } = reported;
    const hosts = pathCount === 0 ? '' : `: ${hostnames.length === 0 ? 'any hostname' : hostnames.join(', ')}`;
    lines.push(`  ${counted(pathCount, 'path')}${hosts}`);
    lines.push(
      `  reaches ${counted(reaches.totalCount, 'node')}`,
      ...reaches.nodes.map(it => `    ${shortName(it.id)}`),
    );
    if (reaches.totalCount > reaches.nodes.length) lines.push('    …');
    lines.push(
      `  if it is deleted, ${counted(ifDeleted.totalCount, 'effective policy', 'effective policies')} would change`,
    );
    for (const { before, after } of ifDeleted.nodes) {
      lines.push(`    ${before.kind} on ${shortName(before.path.nodes.at(-1)!.id)}`);
      lines.push(`      now: ${rulesText(before)}`, `      then: ${after ? rulesText(after) : 'none'}`);
    }
    if (ifDeleted.totalCount > ifDeleted.nodes.length) lines.push('    …');
    for (const policy of orphaned) lines.push(`  ${shortName(policy.id)} would have no target`);
  }
  return printableLines(lines);
}

function rulesText({ rules }: Effective): string {
  return rules.length === 0
    ? 'no rules'
    : rules.map(({ key, source }) => `${key} of ${shortName(source.id)}`).join(', ');
}

function counted(count: number, one: string, many = `${one}s`): string {
  return `${count} ${count === 1 ? one : many}`;
}
