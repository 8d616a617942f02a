/** Random worlds, moves, faults and crashes for a mover. The invariants of model.ts are checked after each event. */
import fc from 'fast-check';
import { checkWorld, Stepper } from './model.ts';
import { World } from './world.ts';

const MEMBERS = ['a', 'b', 'c'] as const;
const member = fc.constantFrom(...MEMBERS);
const members = fc.subarray([...MEMBERS], { minLength: 1 });

type Act =
  | { readonly type: 'step' | 'late' | 'send' | 'crash' | 'pass' | 'heal' | 'sync' | 'edit' }
  | { readonly type: 'wish'; readonly to: string | null }
  | { readonly type: 'jump'; readonly ms: number }
  | { readonly type: 'forge'; readonly value: string }
  | { readonly type: 'drain' | 'sicken' | 'reach'; readonly member: string; readonly on: boolean };

const weighted = (weight: number, type: 'step' | 'late' | 'send' | 'crash' | 'pass' | 'heal' | 'sync' | 'edit') => ({
  ...{ weight, arbitrary: fc.constant<Act>({ type }) },
});

const act: fc.Arbitrary<Act> = fc.oneof(
  ...[weighted(10, 'step'), weighted(6, 'pass'), weighted(6, 'sync'), weighted(4, 'heal')],
  ...[weighted(1, 'late'), weighted(1, 'send'), weighted(1, 'crash'), weighted(1, 'edit')],
  {
    weight: 3,
    arbitrary: fc
      .oneof(
        members.map(names => names.join()),
        fc.constantFrom(null, '', 'x'),
      )
      .map((to): Act => ({ type: 'wish', to })),
  },
  {
    weight: 1,
    arbitrary: fc.constantFrom(-3_600_000, -3_000, 3_000, 3_600_000).map((ms): Act => ({ type: 'jump', ms })),
  },
  { weight: 1, arbitrary: fc.tuple(member, fc.boolean()).map(([member, on]): Act => ({ type: 'drain', member, on })) },
  { weight: 1, arbitrary: fc.tuple(member, fc.boolean()).map(([member, on]): Act => ({ type: 'sicken', member, on })) },
  { weight: 1, arbitrary: fc.tuple(member, fc.boolean()).map(([member, on]): Act => ({ type: 'reach', member, on })) },
);

const names = fc.oneof(members, fc.constantFrom(['evil"] || true || "'], 'a', null, ['', 'a', 'a']));

/** Move states written by a user who has permission only to write the policy. */
const forged = fc.oneof(
  fc
    .record(
      {
        phase: fc.constantFrom('PENDING', 'BLOCKED', 'HOLDING', 'EXTENDED', 'NARROWED', 'REVERTING', 'DONE', 'GONE'),
        ...{
          reason: fc.constantFrom('SPEC_EDITED', 'QUEUED', 'x'),
          member,
          from: names,
          to: names,
          drain: fc.boolean(),
        },
        since: fc.constantFrom('2026-01-31T12:00:00Z', '+275760-09-13T00:00:00.001Z', 1e300, 'x'),
        was: fc.constantFrom(
          { predicates: null, numberOfClusters: 1 },
          { clusterNames: ['a'] },
          { predicates: [1, null, []] },
          'x',
        ),
        wrote: fc.constantFrom('x', '', 1),
      },
      { requiredKeys: ['phase'] },
    )
    .map(state => JSON.stringify(state)),
  fc.constantFrom(
    '',
    '{',
    'null',
    '[]',
    `{"phase":"DONE","wrote":"x","was":{"predicates":${'['.repeat(6_000)}${']'.repeat(6_000)}}}`,
  ),
);

export const scenario = fc.record({
  engine: fc.constantFrom('ocm' as const, 'karmada' as const),
  start: members,
  acts: fc.array(act, { minLength: 10, maxLength: 60 }),
});

/** Like `scenario`, but a user also writes move states by hand. At worst, this user loses their own copies. */
export const forgedScenario = fc.record({
  engine: fc.constantFrom('ocm' as const, 'karmada' as const),
  start: members,
  acts: fc.array(
    fc.oneof(
      { weight: 8, arbitrary: act },
      { weight: 1, arbitrary: forged.map((value): Act => ({ type: 'forge', value })) },
    ),
    {
      ...{ minLength: 10, maxLength: 40 },
    },
  ),
});

export interface Scenario {
  readonly engine: 'ocm' | 'karmada';
  readonly start: readonly string[];
  readonly acts: readonly Act[];
}

export async function play({ engine, start, acts }: Scenario): Promise<void> {
  await using world = await World.open({ engine, members: MEMBERS });
  await world.start(start, { numberOfClusters: start.length });
  const mover = new Stepper(world);
  let late: Awaited<ReturnType<Stepper['decide']>> = [];
  // True after another user's edit. The engine may then place copies anywhere.
  let isFree = false;
  for (const it of acts) {
    switch (it.type) {
      case 'step':
        await mover.step();
        break;
      // A process that loses its Lease: `late` decides, and `send` sends the patches later.
      case 'late':
        late = await mover.decide();
        break;
      case 'send':
        await mover.send(late);
        late = [];
        break;
      case 'crash':
        mover.crash();
        break;
      case 'pass':
        world.pass();
        break;
      case 'heal':
        world.heal();
        break;
      case 'sync':
        await world.sync();
        break;
      case 'edit':
        isFree = true;
        world.edit();
        break;
      case 'wish':
        world.ask(it.to);
        break;
      case 'jump':
        mover.now += it.ms;
        break;
      case 'forge':
        isFree = mover.isForged = true;
        world.forge(it.value);
        break;
      case 'drain':
        world.drain(it.member, it.on);
        break;
      case 'sicken':
        if (it.on) world.sick.add(it.member);
        else world.sick.delete(it.member);
        break;
      case 'reach':
        world.members.get(it.member)!.isReachable = it.on;
        break;
    }
    checkWorld(world, isFree);
  }
  if (!mover.isForged) await settle(world, mover, isFree);
}

/** Makes every member reachable and healthy. Each move must then be completed, or refused with a reason. */
async function settle(world: World, mover: Stepper, isFree: boolean): Promise<void> {
  world.sick.clear();
  for (const cluster of world.members.values()) cluster.isReachable = true;
  for (const member of MEMBERS) world.drain(member, false);
  const seen = () => JSON.stringify([world.state, world.assigned, world.policy.spec]);
  let before = '';
  let calm = 0;
  for (let i = 0; i < 200 && calm < 6; i++) {
    world.pass();
    world.heal();
    await world.sync();
    await mover.step();
    checkWorld(world, isFree);
    calm = seen() === before ? calm + 1 : 0;
    before = seen();
  }
  const wish = world.policy.metadata.annotations?.['placement.fleetgraph.dev/clusters'];
  const { state } = world;
  const reported = JSON.stringify({ wish, state, assigned: world.assigned });
  if (wish === undefined) {
    const isQuiet = state === undefined || (state.phase === 'DONE' && state.drain === true);
    if (!isQuiet) throw new Error(`nothing is asked for, and yet: ${reported}`);
    return;
  }
  if (wish === '' || wish === 'x') {
    if (state?.phase !== 'BLOCKED') throw new Error(`not blocked: ${reported}`);
    return;
  }
  const isDone = state?.phase === 'DONE' && state.to.join() === wish.split(',').sort().join();
  // After another user's edit, the move may stay blocked until a user writes the list of members again.
  if (!isDone && !(isFree && state?.phase === 'BLOCKED')) throw new Error(`not done: ${reported}`);
  if (isDone && !isFree && world.assigned.join() !== state.to.join()) throw new Error(`not assigned: ${reported}`);
}
