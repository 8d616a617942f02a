/**
 * A mover that the test runs step by step over a World. After every step, the invariants of mover/next-step.ts must
 * hold. The mover decides with the real survey, proof, checks and steps.
 */
import { acceptIdentity } from '../../identity/authenticator.ts';
import { ClusterRegistry } from '../../clusters/registry.ts';
import { MoverClusters } from '../../mover/clusters.ts';
import { askLive } from '../../mover/live-proof.ts';
import { isMemberDue, memberPatch } from '../../mover/member-step.ts';
import { nextStep, UNDER_WAY, type Memory, type Patch } from '../../mover/next-step.ts';
import { surveyOf } from '../../mover/survey.ts';
import { decodeObjectId, encodeObjectId } from '../../schema/object-id.ts';
import { Hubs } from '../../subgraphs/placement/hubs.ts';
import { silentLogger } from '../../telemetry/log.ts';
import type { Json } from '../subgraphs/placement/placement-fleet.ts';
import type { World } from './world.ts';

const SETTLE_MS = 2_000;
const ROOT = acceptIdentity({ user: 'root', groups: [] });

export class Stepper {
  readonly #world: World;
  readonly #clusters: MoverClusters;
  readonly #hubs: Hubs;
  #memories = new Map<string, Memory>();
  now = Date.parse('2026-01-31T12:00:00Z');
  /** True if a user has written a move state by hand. If the state is wrong, the user may lose their own copies. */
  isForged = false;

  constructor(world: World) {
    this.#world = world;
    const registry = new ClusterRegistry();
    const identity = { mode: 'impersonate', usernamePrefix: '', groupPrefix: '' } as const;
    for (const client of [world.hub, ...world.members.values()])
      registry.add({ name: client.cluster, client, identity, authorization: 'rbac' });
    this.#clusters = new MoverClusters({
      registry,
      identity: ROOT,
      timeoutMs: 1_000,
      signal: new AbortController().signal,
    });
    this.#hubs = new Hubs(world.settings);
  }

  /** Loses everything that is not stored in a cluster, like a process that crashes. */
  crash(): void {
    this.#memories = new Map();
  }

  /** Patches that the mover would send now. A test may send them later. */
  async decide(): Promise<Patch[]> {
    const world = this.#world;
    const [hub] = this.#hubs.all;
    this.now += 1_000;
    const policy = world.policy;
    const policyId = encodeObjectId({ ...decodeObjectId(POLICY[world.engine]) });
    const survey = await world.fleet.access
      .rowsOf({
        identity: ROOT,
        signal: AbortSignal.timeout(240_000),
        deadline: performance.now() + 20_000,
        requestId: 'm',
        log: silentLogger,
      })
      .ask(
        {},
        surveyOf({
          hubs: this.#hubs,
          hub: hub!,
          objects: new Map(policy ? [[policyId, structuredClone(policy)]] : []),
          isCollected: () => true,
          now: this.now,
        }),
      );
    const patches: Patch[] = [];
    for (const facts of survey.policies) {
      for (let again = true; again;) {
        again = false;
        const bindings = new Map(
          facts.bindings.map(({ id, object }) => [id, structuredClone(this.#binding(object.name))]),
        );
        const memory = this.#memories.get(facts.id) ?? {};
        const step = nextStep({
          facts,
          policy: structuredClone(policy),
          bindings,
          memory,
          now: this.now,
          settleMs: SETTLE_MS,
          mayStart: true,
        });
        this.#memories.set(facts.id, step.memory);
        if (step.question) {
          const finding = await askLive(this.#clusters, step.question);
          this.#memories.set(facts.id, {
            ...step.memory,
            live: { key: step.question.key, at: this.now, ...(finding && { finding }) },
          });
          // Decides again with the answer, so that no step of the test comes between question and answer.
          again = memory.live?.key !== step.question.key;
        }
        if (!again) patches.push(...step.patches);
      }
    }
    for (const facts of survey.members) {
      if (!isMemberDue(facts)) continue;
      const body = memberPatch(facts, world.member(facts.name), this.now);
      if (body) patches.push({ object: facts.object, body });
    }
    return patches;
  }

  #binding(name: string): any {
    return this.#world.hub.all('ResourceBinding').find(it => it.metadata.name === name);
  }

  async send(patches: readonly Patch[]): Promise<void> {
    for (const { object, body, enters } of patches) {
      const before = this.#world.state;
      try {
        await this.#clusters.patch(object, body);
      } catch {
        continue; // the cluster did not accept the patch
      }
      checkPatch(object.kind, body);
      if (enters !== undefined && UNDER_WAY.has(enters) && !UNDER_WAY.has(before?.phase)) began(this.#world);
      if (enters === 'NARROWED') checkNarrowed(this.#world, this.isForged);
    }
  }

  async step(): Promise<void> {
    await this.send(await this.decide());
  }
}

const POLICY = {
  ocm: 'hub/cluster.open-cluster-management.io/Placement/shop/where',
  karmada: 'hub/policy.karmada.io/PropagationPolicy/shop/where',
} as const;

const POLICIES = new Set(['Placement', 'PropagationPolicy']);

function expected(condition: boolean, what: string, more: unknown): void {
  if (!condition) throw new Error(`${what}: ${JSON.stringify(more)}`);
}

/** Checks the invariants I1, I4 and I5: the allowed content of a patch. */
function checkPatch(kind: string, body: Json): void {
  expected(typeof body['metadata']?.resourceVersion === 'string', 'I5: unconditional', body);
  const spec = body['spec'] ?? {};
  const annotations = Object.keys(body['metadata'].annotations ?? {});
  const allowed: Readonly<Record<string, readonly string[]>> = {
    ...{
      Placement: ['predicates', 'numberOfClusters'],
      PropagationPolicy: ['placement'],
      ResourceBinding: ['clusters', 'gracefulEvictionTasks'],
    },
    ...{ ManagedCluster: ['taints'], Cluster: ['taints'] },
  };
  expected(
    Object.keys(spec).every(field => allowed[kind]?.includes(field)),
    'I4: another field',
    body,
  );
  expected(
    annotations.every(name => name === 'placement.fleetgraph.dev/move' && POLICIES.has(kind)),
    'I4: another annotation',
    body,
  );
  expected(!JSON.stringify(spec).includes('in []'), 'I1: an empty pin', body);
  const names = spec.placement?.clusterAffinity?.clusterNames;
  expected(names === undefined || names === null || names.length > 0, 'I1: an empty pin', body);
  for (const taint of spec.taints ?? [])
    expected(taint.key.startsWith('placement.fleetgraph.dev/'), 'I4: a taint of another', body);
  for (const task of spec.gracefulEvictionTasks ?? [])
    expected(task.producer === 'fleetgraph', 'I4: a task of another', body);
}

/** Checks the invariants I1, I2 and I3 when the engine gets permission to remove old copies. */
function checkNarrowed(world: World, isForged: boolean): void {
  const { to, drain } = world.state;
  const proved: readonly string[] = drain && world.engine === 'karmada' ? world.assigned : to;
  expected(proved.length > 0, 'I1: nothing was proved', world.state);
  for (const member of proved) {
    expected(world.members.get(member)!.isReachable, 'I3: an unreachable member was proved', member);
    expected(world.copy(member)?.status.availableReplicas === 2, 'I2: a copy that is not available was proved', member);
  }
  if (!isForged) checkKept(world);
}

/** Members whose copies the engine must keep until the mover releases them. Recorded when the move begins. */
const kept = new WeakMap<World, readonly string[]>();

/**
 * Records the members of a move that begins. Leaves out members that the policy has already excluded, because the
 * engine removes their copies on its own.
 */
function began(world: World): void {
  const there = world.engine === 'karmada' ? world.policy.spec.placement.clusterAffinity?.clusterNames : undefined;
  const isWanted = (member: string) => world.assigned.includes(member) && (!there || there.includes(member));
  kept.set(
    world,
    world.state.from.filter((member: string) => isWanted(member) && world.copy(member) !== undefined),
  );
}

function checkKept(world: World): void {
  for (const member of kept.get(world) ?? []) {
    const cluster = world.members.get(member)!;
    expected(!cluster.isReachable || world.copy(member) !== undefined, 'I2: an old copy has gone before', [
      member,
      world.state,
    ]);
  }
}

/**
 * Checks what must hold after each event. I2: during a move, existing copies stay until the new copies are proved. I4:
 * the binding of another policy is not changed.
 */
export function checkWorld(world: World, isFree: boolean): void {
  const { state, shared } = world;
  const { clusters = [], gracefulEvictionTasks = [] } = shared?.spec ?? {};
  expected(
    !shared || (clusters.length === world.members.size && gracefulEvictionTasks.length === 0),
    "I4: another policy's",
    shared,
  );
  if (!state || !UNDER_WAY.has(state.phase) || state.phase === 'NARROWED' || isFree) return;
  checkKept(world);
}
