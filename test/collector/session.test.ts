/** A session of one collector on one cluster, over simulated API servers. */
import { expect, it } from '@jest/globals';
import type { Clock } from '../../async/clock.ts';
import type { Registration } from '../../clusters/registry.ts';
import { AnotherServerError } from '../../collector/server-uid.ts';
import { Session, type SessionOptions } from '../../collector/session.ts';
import { StartupLimiter } from '../../collector/startup-limiter.ts';
import { DEFAULT_TIMING } from '../../collector/timing.ts';
import { Refusals } from '../../kinds/refusals.ts';
import { kindOf } from '../../kinds/registry.ts';
import type { SimulatedLeaf } from '../../sim/leaf.ts';
import type { Lease } from '../../store/store.ts';
import { silentLogger } from '../../telemetry/log.ts';
import { until } from '../kubernetes/until.ts';
import { namespace, pod, startLeaf } from '../sim/fixtures.ts';
import { Fleet, may } from './fixtures.ts';

const EVERYTHING = [{ verbs: ['get', 'list', 'watch'], apiGroups: ['*'], resources: ['*'] }];

/** A clock that stands still, so that no cluster loses its startup slot because of slow delivery. */
const STILL: Clock = { now: () => 0, sleep: () => new Promise(() => {}) };

/** An API server with a pod named after the server's UID. */
async function apiServer(uid: string, port?: number): Promise<SimulatedLeaf> {
  const leaf = await startLeaf({ name: 'leaf', ...(port !== undefined && { port }) });
  const system = namespace('kube-system');
  leaf.objects.load([
    { ...system, metadata: { ...system.metadata, uid } },
    ...may(EVERYTHING),
    pod('apps', `pod-of-${uid}`),
  ]);
  return leaf;
}

function options(
  fleet: Fleet,
  registration: Registration,
  lease: Lease,
  startup: StartupLimiter,
  signal: AbortSignal,
): SessionOptions {
  return {
    ...{ registration, lease, startup, store: fleet.store, carried: undefined, uid: 'real' },
    ...{ lookup: kindOf, projections: () => [], refusals: new Refusals(), clusterBytes: 1_000_000 },
    ...{ kinds: { include: [], exclude: [] }, log: silentLogger, timing: DEFAULT_TIMING, onProgress: () => {}, signal },
  };
}

it('writes nothing of an API server that took the address while the cluster waited for a place', async () => {
  await using opened = new AsyncDisposableStack();
  const fleet = opened.use(new Fleet());
  const serve = async (...of: Parameters<typeof apiServer>) =>
    opened.adopt(await apiServer(...of), leaf => leaf.close());
  const [real, startup] = [await serve('real'), new StartupLimiter({ slots: 1, clock: STILL })];
  const registration = await fleet.registration(real);
  opened.defer(() => registration.client.close());
  const lease = (await fleet.store.acquire('leaf', 'test', 60_000))!;
  await fleet.store.identify(lease, { connection: 'one', uid: 'real' });
  const others = startup.starting('others', new AbortController().signal);
  await others.enter();
  const ending = new AbortController();
  const session = new Session(options(fleet, registration, lease, startup, ending.signal));
  let reason: Error | undefined;
  const ended = session.run().then(why => (reason = why));
  opened.defer(async () => {
    ending.abort();
    await ended;
  });
  await until(() => session.status.identified && session.status.silentSince > -Infinity);
  await real.close();
  await serve('anew', Number(new URL(real.url).port));
  others.end();
  const written = () =>
    fleet.store.batches.filter(({ puts = [], grantPuts = [] }) => puts.length + grantPuts.length > 0);
  await until(() => reason !== undefined || written().length > 0);
  expect(written()).toEqual([]);
  expect(reason).toBeInstanceOf(AnotherServerError);
});

it('reports kinds that were not read, because the cluster serves too many', async () => {
  await using opened = new AsyncDisposableStack();
  const fleet = opened.use(new Fleet());
  const leaf = opened.adopt(await apiServer('real'), real => real.close());
  const registration = await fleet.registration(leaf);
  const { client } = registration;
  opened.defer(() => client.close());
  const { discover } = client;
  Object.assign(client, {
    discover: (discovery: Parameters<typeof discover>[0]) => {
      discovery?.onLeftOut?.(3);
      return discover(discovery);
    },
  });
  const lease = (await fleet.store.acquire('leaf', 'test', 60_000))!;
  await fleet.store.identify(lease, { connection: 'one', uid: 'real' });
  const ending = new AbortController();
  const startup = new StartupLimiter({ slots: 1, clock: STILL });
  const session = new Session(options(fleet, registration, lease, startup, ending.signal));
  const ended = session.run();
  opened.defer(async () => {
    ending.abort();
    await ended;
  });
  await until(() => session.status.phase === 'synced');
  expect(session.status.state().reason).toBe('TOO_MANY_KINDS');
});
