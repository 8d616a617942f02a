/** The expected answers of the benchmarks equal the product's answers on a fleet of 5 000 rows. */
import { describe, expect, it } from '@jest/globals';
import { acceptIdentity } from '../../identity/authenticator.ts';
import { openReadModel } from '../../readmodel/model.ts';
import { encodeObjectId } from '../../schema/object-id.ts';
import { MemoryStore } from '../../store/memory.ts';
import { VisibleRows } from '../../access/visible-rows.ts';
import { CallerAccesses, RequestView } from '../../access/request-access.ts';
import { policiesOf, Quarantine } from '../../access/coverage.ts';
import { silentLogger } from '../../telemetry/log.ts';
import { clusterName, fleetState, plannedRows, rowOf, type FleetShape } from '../../bench/scale/fleet.ts';
import { fleetGrants, peopleOf, type Person } from '../../bench/scale/people.ts';
import {
  EVERYTHING,
  FACET_LIMIT,
  FACETS,
  facetsOf,
  KEYWORD,
  ONE_KIND,
  SIX_KINDS,
} from '../../bench/scale/questions.ts';
import { computeTruth } from '../../bench/scale/truth.ts';

const CUT: FleetShape = { name: 'cut', clusters: 40, namespaces: 50, rows: 5_000 };
const FIRST = 25;
const NEVER = new AbortController().signal;

async function openFleet() {
  const store = new MemoryStore();
  for (let cluster = 0; cluster < CUT.clusters; cluster++) {
    const lease = (await store.acquire(clusterName(cluster), 'test', 60_000))!;
    const puts = [...plannedRows(CUT, cluster)].map(rowOf);
    await store.apply(lease, { puts, grantPuts: [...fleetGrants(CUT, cluster)], state: fleetState() });
  }
  const readModel = await openReadModel({ store, log: silentLogger });
  const loaded = Promise.withResolvers<void>();
  const check = () => {
    const clusters = readModel.clusters();
    if (clusters.length === CUT.clusters && clusters.every(({ loading }) => !loading)) loaded.resolve();
  };
  const unsubscribe = readModel.onChange(check);
  check();
  await loaded.promise;
  unsubscribe();
  return { store, readModel };
}

describe('the truth of a generated fleet', () => {
  it('is what the fleet subgraph answers, for every person and every question', async () => {
    const { store, readModel } = await openFleet();
    const rules = {
      policies: policiesOf(() => ({ mode: 'impersonate', usernamePrefix: '', groupPrefix: '' })),
      maxAgeMs: 60_000,
    };
    const accesses = new CallerAccesses();
    const rowsOf = ({ user, groups }: Person) => {
      const identity = acceptIdentity({ user, groups: [...groups] });
      const access = new RequestView(identity, Infinity, { readModel, rules, accesses, quarantine: new Quarantine() });
      return new VisibleRows({ readModel, rules, access, identity, signal: NEVER, now: Date.now });
    };
    const { nobody, one, thirty, tenants, auditor, half, admin } = peopleOf(CUT);
    const wanted = [nobody, one, thirty, tenants[0]!, tenants[5]!, auditor, half, admin].flatMap(person =>
      [EVERYTHING, ONE_KIND, SIX_KINDS, KEYWORD].map(question => ({ person, question, first: FIRST, last: FIRST })),
    );
    const truths = await computeTruth(CUT, wanted, NEVER);
    for (const [i, { person, question }] of wanted.entries()) {
      const rows = rowsOf(person);
      const { filter } = question;
      const byName = [{ field: 'NAME', descending: false }] as const;
      const ids = async (page: { first: number } | { last: number }) =>
        (await rows.page(filter, byName, page)).rows.map(encodeObjectId);
      // A facet ignores the filter's condition on its own field. The expected answers apply this condition, so the
      // facet is left out.
      const fields = filter.kinds ? FACETS.filter(field => field !== 'KIND') : FACETS;
      const facets = new Map<string, readonly (readonly [string, number])[]>();
      for (const field of fields) {
        const { values } = await rows.facet(filter, field, { limit: FACET_LIMIT });
        facets.set(
          field,
          values.map(({ value, count }) => [value, count] as const),
        );
      }
      const answered = {
        numbers: {
          count: await rows.count(filter),
          facets: facetsOf(field => facets.get(field) ?? truths[i]!.numbers.facets[field]),
        },
        first: await ids({ first: FIRST }),
        last: await ids({ last: FIRST }),
      };
      expect({ person: person.name, question: question.name, ...answered }).toEqual({
        person: person.name,
        question: question.name,
        ...truths[i],
      });
    }
    expect(truths.some(({ numbers }) => numbers.count === CUT.rows)).toBe(true);
    await readModel.close();
    await store.close();
  });
});
