/** Complete moves over simulated engines, with the production mover. */
import { describe, expect, it } from '@jest/globals';
import { ClusterRegistry } from '../../clusters/registry.ts';
import { acceptIdentity } from '../../identity/authenticator.ts';
import { startMover, type Mover } from '../../mover/run.ts';
import { fieldsDigest, pinFields } from '../../subgraphs/placement-intent.ts';
import { silentLogger } from '../../telemetry/log.ts';
import { until } from '../kubernetes/until.ts';
import { allow, grant } from '../subgraphs/fleet/scripted-fleet.ts';
import { binding, deployment, marked, pod } from '../subgraphs/placement/objects.ts';
import { World } from './world.ts';

function start(world: World, settle = 0, user = 'root'): Mover & AsyncDisposable {
  const registry = new ClusterRegistry();
  for (const client of [world.hub, ...world.members.values()])
    registry.add({
      name: client.cluster,
      client,
      identity: { mode: 'impersonate', usernamePrefix: '', groupPrefix: '' },
      authorization: 'rbac',
    });
  const mover = startMover({
    ...{
      placement: world.settings,
      registry,
      isCollected: () => true,
      log: silentLogger,
      leafTimeoutMs: 1_000,
      holder: 'test',
      everyMs: 1,
    },
    settings: { leaseNamespace: 'default', settle, concurrent: 5, tokenFiles: {} },
    identity: acceptIdentity({ user, groups: [] }),
    rowsOf: request => world.fleet.access.rowsOf(request),
  });
  return Object.assign(mover, { [Symbol.asyncDispose]: () => mover.close() });
}

/** Runs engine and index until the condition holds. Returns the minimum number of available replicas. */
async function follow(world: World, condition: () => boolean): Promise<number> {
  let least = world.available;
  await until(async () => {
    world.pass();
    least = Math.min(least, world.available);
    world.heal();
    await world.sync();
    return condition();
  });
  return least;
}

/** Like follow(), but ends after `count` passes. */
async function passes(world: World, count = 15): Promise<number> {
  let done = 0;
  return follow(world, () => ++done >= count);
}

const phase = (world: World) => world.state?.phase;

describe.each(['ocm', 'karmada'] as const)('%s', engine => {
  const open = async (members: readonly string[], numberOfClusters = members.length) => {
    const world = await World.open({ engine, members: ['a', 'b', 'c'] });
    await world.start(members, { numberOfClusters });
    return world;
  };

  it('moves without a moment of fewer replicas, and gives the policy back what it said', async () => {
    await using world = await open(['a']);
    const { spec } = world.policy;
    await using mover = start(world);
    const before = world.available;
    world.ask('b');
    expect(await follow(world, () => phase(world) === 'DONE')).toBe(before);
    expect([world.assigned, world.copy('a')]).toEqual([['b'], undefined]);
    expect(world.state).toMatchObject({ from: ['a'], to: ['b'] });
    expect(mover.stats.moves.get('DONE')).toBe(1);
    world.ask(null);
    await follow(world, () => world.state === undefined);
    expect(world.policy.spec).toEqual(spec);
  });

  it('keeps every copy while new ones are not healthy, and goes back when it is cancelled', async () => {
    await using world = await open(['a']);
    const { spec } = world.policy;
    await using _mover = start(world);
    world.sick.add('b');
    world.ask('b');
    await follow(world, () => world.state?.reason === 'NOT_CURRENT');
    await passes(world);
    expect([phase(world), world.state.member]).toEqual(['EXTENDED', 'b']);
    world.ask(null);
    expect(await follow(world, () => world.state === undefined)).toBeGreaterThanOrEqual(2);
    expect([world.assigned, world.copy('b'), world.policy.spec]).toEqual([['a'], undefined, spec]);
  });

  it('proves no member that does not answer', async () => {
    await using world = await open(['a']);
    await using _mover = start(world, 50);
    world.sick.add('b');
    world.ask('b');
    await follow(world, () => world.copy('b') !== undefined && phase(world) === 'EXTENDED');
    world.members.get('b')!.isReachable = false;
    await follow(world, () => world.state?.reason === 'UNREACHABLE');
    await passes(world);
    expect([phase(world), world.copy('a').status.availableReplicas]).toEqual(['EXTENDED', 2]);
    world.members.get('b')!.isReachable = true;
    world.sick.clear();
    expect(await follow(world, () => phase(world) === 'DONE')).toBe(2);
  });

  it('goes on where another process has left it, wherever that was', async () => {
    await using world = await open(['a']);
    world.ask('b');
    let least = Infinity;
    for (let i = 0; i < 40 && phase(world) !== 'DONE'; i++) {
      const mover = start(world);
      const writes = world.hub.written.length;
      least = Math.min(
        least,
        await follow(
          world,
          () =>
            world.hub.written.some(({ object }, n) => n >= writes && object['kind'] !== 'Lease') ||
            phase(world) === 'DONE',
        ),
      );
      await mover.close();
    }
    expect([phase(world), world.assigned, least]).toEqual(['DONE', ['b'], 2]);
  });

  it('drains a member, and leaves the policy as it was', async () => {
    await using world = await open(['a'], 1);
    if (engine === 'karmada') world.hub.put({ ...world.policy, spec: { placement: {} } });
    const { spec } = world.policy;
    await using _mover = start(world);
    world.drain('a');
    expect(await follow(world, () => phase(world) === 'DONE' && !world.assigned.includes('a'))).toBeGreaterThanOrEqual(
      2,
    );
    await passes(world);
    expect([world.policy.spec, world.copy('a'), world.assigned.length > 0]).toEqual([spec, undefined, true]);
    expect(world.state).toMatchObject({ phase: 'DONE', drain: true });
    const taints = () => world.member('a').spec.taints ?? [];
    expect(taints()).toMatchObject([
      { key: 'placement.fleetgraph.dev/drain', effect: engine === 'ocm' ? 'NoSelectIfNew' : 'NoSchedule' },
    ]);
    world.drain('a', false);
    await follow(world, () => taints().length === 0);
  });

  it.each([
    ['no member of the engine', 'x', { reason: 'UNKNOWN_MEMBER', member: 'x' }],
    ['no list', 'b,b', { reason: 'INVALID_LIST' }],
    ['nothing', '', { reason: 'INVALID_LIST' }],
  ])('changes nothing if the list names %s', async (_what, list, state) => {
    await using world = await open(['a']);
    const { spec } = world.policy;
    await using _mover = start(world);
    world.ask(list);
    await follow(world, () => phase(world) === 'BLOCKED');
    expect(world.state).toMatchObject(state);
    expect(world.policy.spec).toEqual(spec);
    world.ask(null);
    await follow(world, () => world.state === undefined);
  });

  it('changes nothing where an object of somebody else is in the way', async () => {
    await using world = await open(['a']);
    await using _mover = start(world);
    world.members.get('b')!.put(deployment('shop/web'));
    await world.sync();
    world.ask('b');
    await follow(world, () => phase(world) === 'BLOCKED');
    expect(world.state).toMatchObject({ reason: 'FOREIGN_OBJECT', member: 'b' });
  });

  it('stops where somebody edits the policy, until the list is written again', async () => {
    await using world = await open(['a']);
    await using _mover = start(world);
    world.sick.add('b');
    world.ask('b');
    await follow(world, () => phase(world) === 'EXTENDED' && world.state.reason === 'NOT_CURRENT');
    const edited =
      engine === 'ocm' ? { predicates: [] } : { placement: { clusterAffinity: { clusterNames: ['a', 'c'] } } };
    world.hub.put({ ...world.policy, spec: { ...world.policy.spec, ...edited } });
    await follow(world, () => world.state?.reason === 'SPEC_EDITED');
    await passes(world);
    expect(world.policy.spec).toMatchObject(edited);
    world.ask('b,c');
    await follow(world, () => phase(world) === 'EXTENDED');
  });

  it('does not move what may have volumes that it does not see', async () => {
    await using world = await open(['a']);
    for (const cluster of ['hub', 'b'])
      await world.fleet.write(cluster, { grants: grant('narrow', allow('list', '*')) });
    await world.fleet.write('a', { grants: grant('narrow', allow('list', 'pods')) });
    await using _mover = start(world, 0, 'narrow');
    world.ask('b');
    await follow(world, () => phase(world) === 'BLOCKED');
    expect(world.state).toMatchObject({ reason: 'VOLUME' });
  });

  it('goes on where somebody has written a state that nests deeply', async () => {
    await using world = await open(['a']);
    await using _mover = start(world);
    const { spec } = world.policy;
    const wrote = fieldsDigest(pinFields(world.policy.kind, world.policy));
    const field = engine === 'ocm' ? 'predicates' : 'clusterNames';
    world.forge(
      `{"phase":"DONE","to":["a"],"wrote":"${wrote}","was":{"${field}":${'['.repeat(7_500)}${']'.repeat(7_500)}}}`,
    );
    await passes(world);
    expect(world.policy.spec).toEqual(spec);
    world.ask('b');
    await follow(world, () => phase(world) === 'DONE' && world.assigned.join() === 'b');
  });

  it('tells that the hub refuses it', async () => {
    await using world = await open(['a']);
    await using mover = start(world);
    world.hub.refuses = (object, body) =>
      object['kind'] !== 'Lease' && (body['spec'] !== undefined || phase(world) === 'HOLDING');
    world.ask('b');
    await follow(world, () => world.state?.reason === 'FORBIDDEN' || mover.stats.patches.refused > 0);
    await passes(world);
    expect(mover.stats.patches.refused).toBeLessThan(4);
  });

  it('bounds new assignments by Pods', async () => {
    await using world = await open(['a']);
    await using _mover = start(world);
    world.members.get('b')!.put(pod('shop/p', { apiVersion: 'v1', kind: 'X', name: 'x', uid: 'u' }));
    world.bound('b', 'pods=1');
    await follow(world, () => (world.member('b').spec.taints ?? []).length > 0);
    expect(world.member('b').spec.taints).toMatchObject([{ key: 'placement.fleetgraph.dev/full' }]);
    world.bound('b', null);
    await follow(world, () => world.member('b').spec.taints.length === 0);
  });
});

describe('karmada, what several policies require', () => {
  it('keeps a dependency of dependencies before everything that requires it', async () => {
    await using world = await World.open({ engine: 'karmada', members: ['a', 'b'] });
    await world.start(['a'], {});
    const require = (name: string, ...requiring: string[]) => {
      const template = { apiVersion: 'apps/v1', kind: 'Deployment', namespace: 'shop', name };
      const requiredBy = requiring.map(from => ({ namespace: 'shop', name: from, clusters: [{ name: 'a' }] }));
      world.hub.put(binding(`shop/${name}`, { policy: null, id: name, template, requiredBy }));
      world.members.get('a')!.put(deployment(`shop/${name}`, 'CURRENT', marked(name)));
    };
    // `lib` is required by the workload and by a dependency of the workload.
    require('lib', 'web', 'config');
    require('lib-base', 'lib');
    await world.sync();
    await using _mover = start(world);
    world.ask('b');
    const held = () =>
      world.hub.written.flatMap(({ object, body }) =>
        (body as any).spec?.gracefulEvictionTasks?.length ? [object['metadata'].name] : [],
      );
    await follow(world, () => held().includes('web'));
    expect(held()).toEqual(['lib-base', 'lib', 'config', 'web']);
  });

  it('keeps a dependency where another move holds what requires it, and lets it go with that', async () => {
    await using world = await World.open({ engine: 'karmada', members: ['a', 'b'] });
    await world.start(['a'], {});
    const task = {
      fromCluster: 'a',
      purgeMode: 'Gracefully',
      producer: 'fleetgraph',
      reason: 'FleetgraphMove',
      suppressDeletion: true,
    };
    const other = binding('shop/other', {
      policy: 'shop/elsewhere',
      id: 'other',
      clusters: [{ name: 'b' }],
      tasks: [task],
    });
    world.hub.put(other);
    const { config } = world;
    const requiredBy = [...config.spec.requiredBy, { namespace: 'shop', name: 'other', clusters: [{ name: 'b' }] }];
    world.hub.put({ ...config, spec: { ...config.spec, requiredBy } });
    await world.sync();
    await using _mover = start(world);
    world.ask('b');
    await follow(world, () => phase(world) === 'DONE');
    expect(world.copy('a')).toBeUndefined();
    expect(world.config.spec.gracefulEvictionTasks).toEqual([task]);
    expect(world.shared.spec.clusters).toEqual([{ name: 'a' }, { name: 'b' }]);
    world.ask(null);
    await follow(world, () => world.state === undefined);
    expect(world.config.spec.gracefulEvictionTasks).toEqual([task]);
  });
});
