/**
 * Moves and drains with the real controllers of an engine, on real API servers, with the real mover as a process. Each
 * scenario runs once for each engine. The number of available replicas over all members is sampled every 100 ms, until
 * the move ends.
 */
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import type { Availability } from '../harness/availability.ts';
import { eventually } from '../harness/fleetgraph.ts';
import { deployment, PlacedFleet, tokenOf, ROOT, WITHIN, type PlacedFleetOptions } from './placed-fleet.ts';

const [CLUSTERS, VOLUMES, DRAIN, MOVE] = ['clusters', 'volumes', 'drain', 'move'].map(
  name => `placement.fleetgraph.dev/${name}`,
) as [string, string, string, string];
const REPLICAS = 3;

export const MOVER = { enabled: true, settle: '2s' };

const POLICY = `query($id: ID!) { object(id: $id) { placementPolicy { wanted assigned move { phase reason member from to drain overdue } } } }`;
const WORKLOAD = `query($id: ID!) { object(id: $id) { placed { phase reason status { status readyReplicas copies { current missing } }
  assignments { nodes { member state applied copies { nodes { kind owned } } } } } } }`;
const MUTATION = `mutation($input: MoveInput!) { move(input: $input) { results { object { id } outcome message } } }`;

interface MoveSeen {
  readonly assigned: readonly string[];
  readonly phase: string | undefined;
  readonly reason: string | undefined;
  readonly member: string | undefined;
}

/** @param leaves Phases of the engine's moves in which the test kills the mover */
export function describeMoves(engine: PlacedFleetOptions['engine'], leaves: readonly string[]): void {
  let fleet: PlacedFleet;
  let number = 0;
  /** Name of the policy and of the workload of a test. */
  let name: string;

  const policyId = () => fleet.manners.policyId(name);
  const policyPath = () => fleet.manners.policyPath(name);
  const wish = (value: string | null) => fleet.annotate(policyPath(), { [CLUSTERS]: value });

  async function seen(): Promise<MoveSeen> {
    const { data } = await fleet.fleetgraph.query(tokenOf(ROOT), POLICY, { id: policyId() });
    const policy = data?.object?.placementPolicy;
    const move = policy?.move ?? undefined;
    return { assigned: policy?.assigned ?? [], phase: move?.phase, reason: move?.reason, member: move?.member };
  }

  /** The phase in the policy on the hub. The index may still have an older phase. */
  async function writtenPhase(): Promise<string | undefined> {
    const { body } = await fleet.hub.request('GET', policyPath());
    return (JSON.parse(body.metadata?.annotations?.[MOVE] ?? '{}') as { phase?: string }).phase;
  }

  async function until(what: string, isMet: (move: MoveSeen) => boolean): Promise<MoveSeen> {
    let last: MoveSeen | undefined;
    try {
      return (await eventually(async () => (last = await seen()), isMet, { ...WITHIN, what })).answer;
    } catch (error) {
      throw new Error(`${String(error)}\n${JSON.stringify(last)}\n${await fleet.logs()}`, { cause: error });
    }
  }

  const isDone =
    (...members: string[]) =>
    (move: MoveSeen): boolean =>
      move.phase === 'DONE' && JSON.stringify(move.assigned) === JSON.stringify(members);

  /** Places a workload and waits until it runs. */
  async function place(
    members: readonly string[],
    ...objects: Parameters<typeof deployment>[2][]
  ): Promise<Availability> {
    const workloads = { [name]: [deployment(name, {}, objects[0] ?? {})] };
    await fleet.place({ policy: name, members, isOpen: true, workloads });
    const id = fleet.manners.bindingId(name);
    await fleet.until('the workload runs', WORKLOAD, { id }, ({ object }) => object?.placed?.phase === 'RUNNING');
    return fleet.watchAvailability();
  }

  /** Members that have the Deployment. */
  async function places(): Promise<string[]> {
    const paths = Object.entries(fleet.members).map(async ([member, server]) => {
      const { status } = await server.request('GET', `/apis/apps/v1/namespaces/shop/deployments/${name}`);
      return status === 200 ? [member] : [];
    });
    return (await Promise.all(paths)).flat();
  }

  async function expectUndisturbed(availability: Availability): Promise<void> {
    await availability.stop();
    expect(availability.samples).toBeGreaterThan(10);
    expect(availability.least(name)).toBe(REPLICAS);
  }

  beforeAll(async () => {
    fleet = await PlacedFleet.start({ engine, members: ['a', 'b'], mover: MOVER, isApart: true });
  }, 1_800_000);
  afterAll(() => fleet?.[Symbol.asyncDispose]());
  beforeEach(() => {
    name = `web-${++number}`;
  });
  // remove() does not wait until the copies are gone. They may stay for minutes, because the agent of an unreachable
  // cluster retries with growing delays.
  afterEach(() => fleet?.remove({ policy: name, workloads: [name] }));

  describe(`a move with ${engine}`, () => {
    it('without the mover interrupts', async () => {
      await using availability = await place(['a']);
      await fleet.patch(policyPath(), fleet.manners.choose(['b']));
      await eventually(places, where => where.join() === 'b', { ...WITHIN, what: 'the copy is only on b' });
      const id = fleet.manners.bindingId(name);
      await fleet.until(
        'the workload runs on b',
        WORKLOAD,
        { id },
        ({ object }) => object?.placed?.status.readyReplicas === REPLICAS,
      );
      await availability.stop();
      expect(availability.least(name)).toBeLessThan(REPLICAS);
    });

    it('by an annotation, and back by a mutation, interrupts nothing', async () => {
      await using availability = await place(['a']);
      await wish('b');
      await until('the move to b is done', isDone('b'));
      expect(await places()).toEqual(['b']);
      const { move } = await fleet.ask(MUTATION, { input: { ids: [policyId()], clusters: ['a'] } });
      expect(move.results).toMatchObject([{ outcome: 'DONE' }]);
      await until('the move to a is done', isDone('a'));
      expect(await places()).toEqual(['a']);
      await expectUndisturbed(availability);
    });

    it.each(leaves)('goes on where it was when the mover is killed in %s', async phase => {
      await using availability = await place(['a']);
      await wish('b');
      if (phase === 'REVERTING') {
        await eventually(writtenPhase, written => written === 'EXTENDED', { ...WITHIN, what: 'EXTENDED' });
        await wish(null);
      }
      const at = await eventually(writtenPhase, written => written === phase || written === 'DONE', {
        ...WITHIN,
        what: phase,
      });
      await fleet.fleetgraph.kill('mover-1');
      expect(at.answer).toBe(phase);
      expect((await places()).length).toBeGreaterThan(0);
      await fleet.fleetgraph.start('mover-1');
      if (phase === 'REVERTING')
        await eventually(places, where => where.join() === 'a', { ...WITHIN, what: 'only a has the copy' });
      else await until('the move is done', isDone('b'));
      await expectUndisturbed(availability);
    });

    it('to an unhealthy member waits, and can be cancelled', async () => {
      await using availability = await place(['a']);
      fleet.kubelets['b']!.isBroken = true;
      try {
        await wish('b');
        await until('the move waits for b', ({ reason, member }) => reason === 'NOT_CURRENT' && member === 'b');
        expect(await places()).toContain('a');
        await wish(null);
        await eventually(places, where => where.join() === 'a', { ...WITHIN, what: 'only a has the copy' });
        await expectUndisturbed(availability);
      } finally {
        fleet.kubelets['b']!.isBroken = false;
      }
    });

    it('to an unreachable member waits until it is back', async () => {
      await using availability = await place(['a']);
      await fleet.members['b']!.stop();
      try {
        await wish('b');
        await until(
          'the move waits for b',
          ({ reason, member }) => ['UNREACHABLE', 'NOT_APPLIED'].includes(reason ?? '') && member === 'b',
        );
        expect(
          await fleet.members['a']!.request('GET', `/apis/apps/v1/namespaces/shop/deployments/${name}`),
        ).toMatchObject({
          status: 200,
        });
      } finally {
        await fleet.members['b']!.start();
      }
      await until('the move is done', isDone('b'));
      await expectUndisturbed(availability);
    }, 400_000);

    it('to members that the engine does not choose ends nothing', async () => {
      await using availability = await place(['a']);
      await fleet.taint('b', true);
      try {
        await wish('b');
        await until(
          'the move is blocked',
          ({ phase, reason, member }) => phase === 'BLOCKED' && reason === 'REJECTED' && member === 'b',
        );
        await wish('nowhere');
        await until(
          'there is no such member',
          ({ phase, reason }) => phase === 'BLOCKED' && reason === 'UNKNOWN_MEMBER',
        );
        await wish('');
        await until('the list is empty', ({ phase, reason }) => phase === 'BLOCKED' && reason === 'INVALID_LIST');
        expect(await places()).toEqual(['a']);
        await expectUndisturbed(availability);
      } finally {
        await fleet.taint('b', false);
      }
    });

    it('that would leave a volume behind is blocked until that is wanted', async () => {
      const volumes = [{ name: 'data', persistentVolumeClaim: { claimName: 'data' } }];
      await fleet.members['a']!.apply([
        {
          ...{ apiVersion: 'v1', kind: 'PersistentVolumeClaim', metadata: { namespace: 'shop', name: 'data' } },
          spec: { accessModes: ['ReadWriteOnce'], resources: { requests: { storage: '1Gi' } } },
        },
      ]);
      await using availability = await place(['a'], { volumes });
      await wish('b');
      await until('the move is blocked', ({ phase, reason }) => phase === 'BLOCKED' && reason === 'VOLUME');
      expect(await places()).toEqual(['a']);
      await fleet.annotate(policyPath(), { [VOLUMES]: 'leave' });
      await until('the move is done', isDone('b'));
      await expectUndisturbed(availability);
    });
  });

  it(`a drain with ${engine} moves 20 workloads and interrupts none`, async () => {
    const policies = Array.from({ length: 4 }, (_, i) => `drained-${number}-${i}`);
    const workloads = policies.map(policy => Array.from({ length: 5 }, (_, i) => `${policy}-${i}`));
    // While member b has a taint, all workloads are placed on member a.
    await fleet.taint('b', true);
    for (const [i, policy] of policies.entries()) {
      const objects = Object.fromEntries(
        workloads[i]!.map(workload => [workload, [deployment(workload, { replicas: 1 })]]),
      );
      await fleet.place({ policy, members: ['a', 'b'], isOpen: true, count: 1, workloads: objects });
    }
    for (const workload of workloads.flat()) {
      const id = fleet.manners.bindingId(workload);
      await fleet.until(`${workload} runs`, WORKLOAD, { id }, ({ object }) => object?.placed?.phase === 'RUNNING');
    }
    await fleet.taint('b', false);
    const specifications = () =>
      Promise.all(
        policies.map(async policy => (await fleet.hub.request('GET', fleet.manners.policyPath(policy))).body['spec']),
      );
    const before = await specifications();
    await using availability = fleet.watchAvailability();
    await fleet.annotate(fleet.manners.memberPath('a'), { [DRAIN]: 'true' });
    const MEMBER = 'query($id: ID!) { object(id: $id) { placementMember { drain { done remaining } } } }';
    const drained = policies.length * 5;
    await fleet.until(
      'the drain is done',
      MEMBER,
      { id: fleet.manners.memberId('a') },
      ({ object }) => object?.placementMember?.drain?.done === true,
    );
    await availability.stop();
    const least = workloads.flat().map(workload => availability.least(workload));
    expect(least).toEqual(Array.from({ length: drained }, () => 1));
    await eventually(specifications, now => JSON.stringify(now) === JSON.stringify(before), {
      ...WITHIN,
      what: 'specifications as before',
    });
  }, 600_000);
}
