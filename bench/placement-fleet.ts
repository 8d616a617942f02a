/**
 * 10 000 workloads that two hubs with different engines place. Each workload has copies on three of 100 members. One
 * plan produces the objects of API servers and the tables of Postgres. Ten workloads share a policy. Nine copies in ten
 * are current.
 */
import type { GrantObject } from '../rbac/types.ts';
import type { PlacementSettings } from '../subgraphs/parts.ts';
import {
  binding,
  decision,
  deployment,
  karmadaCluster,
  managedCluster,
  manifest,
  marked,
  ownedBy,
  placement,
  policy,
  work,
  workSet,
  type Health,
} from '../test/subgraphs/placement/objects.ts';
import { ROOT, type Json } from '../test/subgraphs/placement/placement-fleet.ts';
import { allow, grant } from '../test/subgraphs/fleet/scripted-fleet.ts';

export const WORKLOADS = 10_000;
export const MEMBERS = 100;
const NAMESPACES = 100;
/** Number of copies per workload. */
const COPIES = 3;
/** Number of workloads per policy. */
const SHARED_BY = 10;

export const OCM_HUB = 'hub-ocm';
export const KARMADA_HUB = 'hub-karmada';
export const SETTINGS: PlacementSettings = {
  hubs: [
    { cluster: OCM_HUB, engine: 'ocm', members: {} },
    { cluster: KARMADA_HUB, engine: 'karmada', members: {} },
  ],
  mover: { overdue: 600_000 },
};

export const memberName = (number: number): string => `member-${String(number).padStart(3, '0')}`;
const namespaceOf = (number: number): string => `team-${String(number).padStart(2, '0')}`;

interface PlannedWorkload {
  readonly number: number;
  readonly hub: string;
  readonly namespace: string;
  readonly name: string;
  /** Name of the policy that places the workload. The policy is in the workload's namespace. */
  readonly policy: string;
  readonly members: readonly number[];
}

/** Each hub has half of the workloads. Each namespace has an equal number of workloads. */
function planned(number: number): PlannedWorkload {
  const half = WORKLOADS / 2;
  const inHalf = number % half;
  const perNamespace = half / NAMESPACES;
  const group = Math.floor(inHalf / SHARED_BY);
  return {
    number,
    hub: number < half ? OCM_HUB : KARMADA_HUB,
    namespace: namespaceOf(Math.floor(inHalf / perNamespace)),
    name: `web-${String(number).padStart(5, '0')}`,
    policy: `policy-${group}`,
    members: Array.from({ length: COPIES }, (_, i) => (group * 7 + i * 33) % MEMBERS),
  };
}

export const WORKLOAD_PLAN: readonly PlannedWorkload[] = Array.from({ length: WORKLOADS }, (_, number) =>
  planned(number),
);

/** 90 % of the copies are current, 6 % in progress, 2 % failed and 2 % being deleted. */
export function healthOf(workload: number, member: number): Health {
  const share = (workload * 31 + member * 17) % 100;
  return share < 90 ? 'CURRENT' : share < 96 ? 'IN_PROGRESS' : share < 98 ? 'FAILED' : 'TERMINATING';
}

const WEB = 'apps/v1';

export function* hubObjects(hub: string): Generator<Json> {
  const isOcm = hub === OCM_HUB;
  for (let member = 0; member < MEMBERS; member++)
    yield isOcm ? managedCluster(memberName(member)) : karmadaCluster(memberName(member));
  let before = '';
  for (const workload of WORKLOAD_PLAN) {
    if (workload.hub !== hub) continue;
    const members = workload.members.map(memberName);
    const place = `${workload.namespace}/${workload.name}`;
    const policyPlace = `${workload.namespace}/${workload.policy}`;
    if (policyPlace !== before) {
      if (isOcm) yield placement(policyPlace, { numberOfClusters: COPIES });
      if (isOcm) yield decision(`${policyPlace}-decision-1`, workload.policy, members);
      if (!isOcm) yield policy(policyPlace, { clusterAffinity: { clusterNames: members } });
    }
    before = policyPlace;
    if (isOcm) {
      yield workSet(place, [workload.policy], [manifest(WEB, 'Deployment', place)]);
      for (const member of members)
        yield work(`${member}/${workload.name}`, {
          set: `${workload.namespace}.${workload.name}`,
          manifests: [manifest(WEB, 'Deployment', place)],
        });
    } else {
      yield binding(`${place}-deployment`, {
        template: { apiVersion: WEB, kind: 'Deployment', namespace: workload.namespace, name: workload.name },
        clusters: members.map(name => ({ name, replicas: 2 })),
        replicas: 2,
        policy: policyPlace,
        id: `id-${workload.number}`,
        reported: members.map(clusterName => ({ clusterName, applied: true, health: 'Healthy' })),
      });
    }
  }
}

export function* memberObjects(member: number): Generator<Json> {
  for (const { number, hub, namespace, name, members } of WORKLOAD_PLAN)
    if (members.includes(member))
      yield deployment(
        `${namespace}/${name}`,
        healthOf(number, member),
        hub === OCM_HUB ? ownedBy(name) : marked(`id-${number}`),
      );
}

/** The only namespace that `SOMEBODY` sees, on hubs and members. */
const SEEN = namespaceOf(7);
export const SOMEBODY = 'somebody';
export const GRANTS: GrantObject[] = [...ROOT, ...grant(SOMEBODY, allow('list', '*'), SEEN)];

/** Tables with indexes that an engineer would choose for these questions. */
export const TABLES = `
CREATE UNLOGGED TABLE workloads (hub text NOT NULL, namespace text NOT NULL, name text NOT NULL, is_decided boolean NOT NULL, PRIMARY KEY (hub, namespace, name));
CREATE UNLOGGED TABLE assigned (hub text NOT NULL, namespace text NOT NULL, name text NOT NULL, member text NOT NULL, PRIMARY KEY (hub, namespace, name, member));
CREATE UNLOGGED TABLE copies (cluster text NOT NULL, namespace text NOT NULL, name text NOT NULL, status text NOT NULL, ready int NOT NULL, PRIMARY KEY (cluster, namespace, name));
CREATE UNLOGGED TABLE visible (person text NOT NULL, namespace text NOT NULL, PRIMARY KEY (person, namespace));
`;
export const INDEXES = ['workloads', 'assigned', 'copies', 'visible']
  .map(table => `VACUUM (ANALYZE) ${table};`)
  .join('\n');

export function* workloadLines(): Generator<string> {
  for (const { hub, namespace, name } of WORKLOAD_PLAN) yield `${hub}\t${namespace}\t${name}\tt\n`;
}

export function* assignedLines(): Generator<string> {
  for (const { hub, namespace, name, members } of WORKLOAD_PLAN)
    for (const member of members) yield `${hub}\t${namespace}\t${name}\t${memberName(member)}\n`;
}

export function* copyLines(): Generator<string> {
  for (const { number, namespace, name, members } of WORKLOAD_PLAN)
    for (const member of members)
      yield `${memberName(member)}\t${namespace}\t${name}\t${healthOf(number, member)}\t2\n`;
}

export const VISIBLE_LINE = `${SOMEBODY}\t${SEEN}\n`;

const RANK = `CASE c.status WHEN 'FAILED' THEN 3 WHEN 'CURRENT' THEN 0 ELSE 1 END`;
const PHASE = `CASE WHEN NOT is_decided THEN 'PENDING' WHEN copies = 0 THEN 'UNSCHEDULABLE' WHEN worst = 3 THEN 'FAILED'
  WHEN found < copies OR worst = 1 THEN 'PROGRESSING' ELSE 'RUNNING' END`;

/**
 * SQL for the first page, with the counts of all workloads that the person sees. `$1` is the person. It is absent if
 * `seesAll` is true.
 */
export function workloadsSql(seesAll: boolean): string {
  const where = seesAll ? '' : 'WHERE EXISTS (SELECT FROM visible v WHERE v.person = $1 AND v.namespace = w.namespace)';
  return `WITH joined AS (SELECT w.hub, w.namespace, w.name, w.is_decided, count(a.member) AS copies, count(c.cluster) AS found,
      max(${RANK}) AS worst, sum(c.ready) AS ready FROM workloads w LEFT JOIN assigned a USING (hub, namespace, name)
      LEFT JOIN copies c ON c.cluster = a.member AND c.namespace = w.namespace AND c.name = w.name ${where}
      GROUP BY w.hub, w.namespace, w.name, w.is_decided),
    judged AS MATERIALIZED (SELECT *, ${PHASE} AS phase FROM joined)
    SELECT (SELECT json_object_agg(phase, number) FROM (SELECT phase, count(*) AS number FROM judged GROUP BY phase) AS counted) AS counts, p.*
    FROM judged p ORDER BY hub, namespace, name LIMIT 50`;
}
