/**
 * The three kube-apiservers of the e2e tests as clusters of a chaos run, with the permissions of their users, and with
 * changes at a rate that the servers can sustain.
 */
import { setTimeout as delay } from 'node:timers/promises';
import { kustomization, PEOPLE, startFleet, type Person as Name } from '../e2e/fixture.ts';
import type { ApiServer } from '../harness/apiserver.ts';
import type { Leaves, ObjectPlace, Person } from './leaves.ts';

const CHANGE_EVERY_MS = 100;
const CHANGED = 8;

const place = ({ kind, namespace, name }: ObjectPlace) => (kind === 'Namespace' ? name : namespace);

const MAY: Readonly<Record<Name, (object: ObjectPlace) => boolean>> = {
  alice: () => true,
  bob: object => object.cluster !== 'leaf-03' && place(object) === 'team-a',
  carol: ({ cluster, kind, namespace, name }) =>
    cluster === 'leaf-01' &&
    kind === 'Kustomization' &&
    namespace === 'team-b' &&
    ['healthy', 'failing'].includes(name),
  dave: () => false,
};

export async function startRealLeaves(): Promise<Leaves> {
  const fleet = await startFleet();
  let changes = 0;
  /** Makes a Kustomization fail or recover, deletes it, or creates it again. */
  const change = async (server: ApiServer) => {
    const number = changes++;
    const name = `busy-${number % CHANGED}`;
    const namespace = number % 2 === 0 ? 'team-a' : 'team-b';
    const path = `/apis/kustomize.toolkit.fluxcd.io/v1/namespaces/${namespace}/kustomizations/${name}`;
    if (number % 7 === 6) await server.request('DELETE', path);
    else
      await server.apply([
        kustomization(namespace, name, number % 3 === 0 ? 'False' : 'True', { message: `change ${number}` }),
      ]);
  };
  return {
    all: fleet.servers.map(server => ({
      name: server.name,
      port: Number(new URL(server.url).port),
      restartCompacted: async () => {
        for (let i = 0; i < CHANGED; i++) await change(server);
        await server.compactHistory();
        await server.restart();
      },
      flood: () => Promise.reject(new Error('a real leaf is not flooded: it would measure etcd')),
    })),
    kubeconfig: JSON.stringify(fleet.kubeconfig('collector')),
    people: (Object.keys(PEOPLE) as Name[]).map((name): Person => ({
      name,
      token: `token-of-${name}`,
      ...PEOPLE[name],
      may: MAY[name],
    })),
    sentinels: {
      filter: { or: [{ kinds: ['Namespace'] }, { names: ['healthy', 'failing', 'paused'] }] },
      is: ({ kind, name }) => kind === 'Namespace' || ['healthy', 'failing', 'paused'].includes(name),
    },
    churn() {
      const ending = new AbortController();
      const running = (async () => {
        for (let i = 0; !ending.signal.aborted; i++) {
          const server = fleet.servers[i % fleet.servers.length];
          // A server that is restarting accepts no changes.
          if (server) await change(server).catch(() => undefined);
          await delay(CHANGE_EVERY_MS);
        }
      })();
      return async () => {
        ending.abort();
        await running;
      };
    },
    async touch() {
      await Promise.all(fleet.servers.map(change));
    },
    [Symbol.asyncDispose]: () => fleet.remove(),
  };
}
