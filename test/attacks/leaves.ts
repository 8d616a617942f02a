/**
 * Attacks through leaves: objects and permissions that a tenant creates on a leaf, and leaves that respond late or
 * never.
 */
import { setTimeout as delay } from 'node:timers/promises';
import type { Attack, GraphQLRequest, Strike } from './attack.ts';
import { ATTACKERS_NAMESPACE, DEEP_OBJECT, HANGING_OBJECTS, LARGE_INVENTORY, type PersonName } from './surroundings.ts';

const REVIEWS = '/selfsubject(access|rules)reviews';
/** Timeout for requests to leaves. Shorter than the default, so that an attack ends sooner. */
const QUICK = { leafTimeout: '1500ms' };

export const leaves: readonly Attack[] = [
  {
    name: 'deep-yaml',
    title: 'the YAML of an object of 200 KB that is nested 300 deep around 100 000 numbers, which a tenant has written',
    needs: {},
    async run(strike) {
      await strike.keepAsking('mallory', 1, () =>
        live([DEEP_OBJECT], 'helm.toolkit.fluxcd.io/HelmRelease', 'yaml', strike),
      );
    },
  },
  {
    name: 'large-inventory',
    title: 'one object of a megabyte, which a tenant has written, read live under 20 names in each query',
    needs: {},
    async run(strike) {
      const names = Array.from({ length: 20 }, () => LARGE_INVENTORY);
      const entries = 'resource{... on KustomizeKustomization{status{inventory{entries{id v}}}}}';
      const requests = ['manifest yaml spec status', entries].map(fields =>
        live(names, 'kustomize.toolkit.fluxcd.io/Kustomization', fields, strike),
      );
      await strike.keepAsking('mallory', 2, turn => requests[turn % 2]!);
    },
  },
  {
    name: 'large-role',
    title: '20 explanations in each query, by somebody to whom 300 RoleBindings give one Role of a megabyte',
    needs: {},
    async run(strike) {
      const id = JSON.stringify(`${strike.target.sick}//Pod/${ATTACKERS_NAMESPACE}/nobodys`);
      const fields = Array.from({ length: 20 }, (_, i) => `e${i}:explainAccess(id:${id},verb:"get"){allowed reason}`);
      await strike.keepAsking('tess', 2, () => ({ query: `{${fields.join(' ')}}` }));
    },
  },
  {
    name: 'large-review',
    title: 'lists of somebody whose rights on a mixed cluster are 100 000 names, more than is read',
    needs: { mixed: true },
    run: strike => listNowAndThen(strike, 'named'),
  },
  {
    name: 'many-groups',
    title: 'lists of somebody in so many groups that a mixed cluster answers 431',
    needs: { mixed: true },
    run: strike => listNowAndThen(strike, 'grouped'),
  },
  {
    name: 'hanging-reviews',
    title:
      'a mixed cluster never answers what callers may do there, and everybody goes on asking lists of other clusters',
    needs: {
      mixed: true,
      newcomer: true,
      faults: [{ leaf: 'sick', answer: 'hang', matching: REVIEWS }],
      limits: QUICK,
    },
    run: strike => listNowAndThen(strike, 'trudy'),
  },
  {
    name: 'hanging-explanations',
    title: '275 connections ask for explanations of access on a cluster that does not answer',
    needs: { faults: [{ leaf: 'sick', answer: 'hang', matching: REVIEWS }] },
    async run(strike) {
      const { sick } = strike.target;
      await strike.keepAsking('mallory', strike.many(275), turn => ({
        query: 'query($id:ID!,$user:String){explainAccess(id:$id,verb:"get",asUser:$user){allowed reason}}',
        variables: { id: `${sick}//Pod/default/pod-${turn}`, user: `somebody-${turn % 50}` },
      }));
    },
  },
  {
    name: 'full-leaf',
    title:
      '45 small queries at once of live objects of one leaf that answers well, each connection again as soon as it is answered',
    needs: { beside: 'live', faults: [{ leaf: 'healthy', latencyMs: 20, matching: '^GET (?!.*watch=)' }] },
    async run(strike) {
      const query =
        'query($cluster:String!,$skip:String){objects(first:20,after:$skip,filter:{clusters:[$cluster]}){nodes{live{state}}}}';
      await strike.keepAsking('mallory', strike.many(45), () => ({
        query,
        variables: { cluster: strike.target.healthy },
      }));
    },
  },
  {
    name: 'hanging-objects',
    title: 'three requests at a time of objects that a leaf never answers, of a leaf that answers everything else',
    needs: {
      beside: 'live',
      faults: [{ leaf: 'healthy', answer: 'hang', matching: `/${ATTACKERS_NAMESPACE}/.*/hangs-` }],
      limits: QUICK,
    },
    async run(strike) {
      const request = live(HANGING_OBJECTS, 'kustomize.toolkit.fluxcd.io/Kustomization', 'state', strike);
      await strike.keepAsking('mallory', 3, () => request);
    },
  },
];

/** Live reads of objects in the attackers' namespace. Each object has an alias. */
function live(names: readonly string[], kind: string, field: string, { target }: Strike): GraphQLRequest {
  const id = (name: string) => JSON.stringify(`${target.healthy}/${kind}/${ATTACKERS_NAMESPACE}/${name}`);
  return { query: `{${names.map((name, i) => `o${i}:object(id:${id(name)}){live{${field}}}`).join(' ')}}` };
}

async function listNowAndThen(strike: Strike, person: PersonName): Promise<void> {
  const ask = strike.asking(person, 8);
  const requested: Promise<string>[] = [];
  while (!strike.isOver) {
    requested.push(ask({ query: '{objects(first:25){nodes{id} coverage{closed withheld{cause count}}}}' }));
    await delay(200);
  }
  await Promise.all(requested);
}
