/** Changes of the registry when sources change. */
import { describe, expect, it } from '@jest/globals';
import { until } from '../kubernetes/until.ts';
import { registrantOf } from '../../clusters/names.ts';
import { candidate, Followed, ScriptedSource } from './fixtures.ts';

type Options = ConstructorParameters<typeof Followed>[0];

function following(...titles: string[]) {
  return followingWith({}, ...titles);
}

function followingWith(options: Options, ...titles: string[]) {
  const followed = new Followed(options);
  const sources = titles.map(title => new ScriptedSource(title));
  followed.sources.follow(sources.map(({ keyed }) => keyed));
  return { followed, sources };
}

describe('clusters of sources', () => {
  it('come, get other labels, and go, each told once', async () => {
    const { followed, sources } = following('a');
    await using _end = followed;
    const [source] = sources as [ScriptedSource];
    source.says([candidate('one'), candidate('two')]);
    await followed.sources.settled(5_000);
    source.says([candidate('one', { labels: { env: 'prod' } }), candidate('two')]);
    await until(() => followed.registry.get('one')?.labels?.['env'] === 'prod');
    source.says([candidate('one', { labels: { env: 'prod' } })]);
    await until(() => followed.names === 'one');
    expect(followed.reported).toEqual(['+one', '+two', '=one', '-two']);
    expect(followed.problems).toEqual([]);
  });

  it('get new credentials in the client that they have', async () => {
    const { followed, sources } = following('a');
    await using _end = followed;
    const [source] = sources as [ScriptedSource];
    source.says([candidate('one', { token: 'old' })]);
    await until(() => followed.names === 'one');
    const { client } = followed.registry.get('one')!;
    source.says([candidate('one', { token: 'new' })]);
    await until(() => followed.reported.includes('=one'));
    const now = followed.registry.get('one')!;
    expect(now.client).toBe(client);
    expect(followed.log.text).toContain('the cluster has other credentials');
    expect(followed.log.text).not.toContain('Bearer');
  });

  it.each([
    ['server', { server: 'https://elsewhere.example' }],
    ['authority', { ca: 'another' }],
  ])('are other clusters where the %s is another', async (_what, other) => {
    const { followed, sources } = following('a');
    await using _end = followed;
    const [source] = sources as [ScriptedSource];
    source.says([candidate('one')]);
    await until(() => followed.names === 'one');
    const { client } = followed.registry.get('one')!;
    source.says([candidate('one', other)]);
    await until(() => followed.reported.length === 3);
    expect(followed.reported).toEqual(['+one', '-one', '+one']);
    expect(followed.registry.get('one')?.client).not.toBe(client);
  });

  it('belong to the first source that names them, and pass to the next when that one lets go', async () => {
    const { followed, sources } = following('first', 'second');
    await using _end = followed;
    const [first, second] = sources as [ScriptedSource, ScriptedSource];
    second.says([candidate('one', { server: 'https://second.example' })]);
    first.says([candidate('one', { server: 'https://first.example' })]);
    await until(() => followed.problems.length === 1);
    expect(followed.problems).toEqual([
      'second: the file of one: "one" is the cluster of the file of one (first); this one is left out.',
    ]);
    expect(followed.registry.get('one')?.target?.server).toBe('https://first.example');
    first.says([]);
    await until(() => followed.registry.get('one')?.target?.server === 'https://second.example');
    expect(followed.problems).toEqual([]);
  });

  it('stay while their source cannot be read, or says that what named them is broken', async () => {
    const { followed, sources } = following('a');
    await using _end = followed;
    const [source] = sources as [ScriptedSource];
    source.says([candidate('one'), candidate('two'), candidate('three')]);
    await until(() => followed.names === 'one,three,two');
    source.says(
      [candidate('two', { broken: 'the file of two: it is cut.' })],
      [{ origin: 'the file of one', message: 'it is empty.' }],
    );
    await until(() => followed.names === 'one,two');
    expect(followed.problems).toEqual(['a: the file of one: it is empty.', 'a: the file of two: it is cut.']);
    source.failsWith('the hub is away');
    source.says([]);
    await until(() => followed.problems.includes('a: the hub is away'));
    expect(followed.names).toBe('one,two');
    source.failsWith(undefined);
    await until(() => followed.names === '');
    expect(followed.reported).toEqual(['+one', '+two', '+three', '-three', '-one', '-two']);
  });

  it('are left out with a reason where they cannot be used, and the others come', async () => {
    const { followed, sources } = following('a');
    await using _end = followed;
    const [source] = sources as [ScriptedSource];
    const thrown = { ...candidate('strange'), target: () => Promise.reject(new Error('secret')) };
    source.says([candidate('-'), candidate('bad', { broken: 'no.' }), thrown, candidate('good')]);
    await followed.sources.settled(5_000);
    expect(followed.names).toBe('good');
    expect(followed.problems.map(text => text.slice(0, 60))).toEqual([
      'a: the file of -: "-" cannot be its name: a cluster name has',
      'a: the file of bad: no.',
      'a: the file of strange: it cannot be used.',
    ]);
  });

  it('have a limit, and those beyond it are counted', async () => {
    await using followed = new Followed({ maxClusters: 2 });
    const source = new ScriptedSource('a');
    followed.sources.follow([source.keyed]);
    source.says(['a', 'b', 'c', 'd'].map(name => candidate(name)));
    await followed.sources.settled(5_000);
    expect(followed.names).toBe('a,b');
    expect(followed.problems).toEqual(['a: 2 clusters are left out: there are more than limits.clusters, 2.']);
  });

  it('do not go when other sources are followed, unless these have told theirs without them', async () => {
    const { followed, sources } = following('before', 'stays');
    await using _end = followed;
    const [before, stays] = sources as [ScriptedSource, ScriptedSource];
    before.says([candidate('one'), candidate('two')]);
    stays.says([candidate('three')]);
    await until(() => followed.names === 'one,three,two');
    const after = new ScriptedSource('after');
    followed.sources.follow([after.keyed, stays.keyed]);
    await until(() => before.isClosed);
    stays.says([candidate('three'), candidate('four')]);
    await until(() => followed.names === 'four,one,three,two');
    after.says([candidate('one')]);
    await until(() => followed.names === 'four,one,three');
    // `=one`: the cluster stays registered, now from a different source.
    expect(followed.reported.filter(line => /one/.test(line))).toEqual(['+one', '=one']);
    expect(stays.isClosed).toBe(false);
  });

  it('are told complete when every source has been read once', async () => {
    const { followed, sources } = following('a', 'b');
    await using _end = followed;
    const [a, b] = sources as [ScriptedSource, ScriptedSource];
    a.says([candidate('one')]);
    await until(() => followed.names === 'one');
    expect(followed.registry.isComplete).toBe(false);
    b.failsWith('away');
    await followed.sources.settled(5_000); // does not wait for the hub, which is unreachable
    expect(followed.registry.isComplete).toBe(false);
    b.says([]);
    b.failsWith(undefined);
    await until(() => followed.registry.isComplete);
  });

  it('are logged once for each problem, and once when it is over', async () => {
    const { followed, sources } = following('a');
    await using _end = followed;
    const [source] = sources as [ScriptedSource];
    const words = () =>
      followed.log.lines
        .filter(({ words }) => words.includes('problem'))
        .map(({ level, words }) => `${level} ${words}`);
    source.says([candidate('bad', { broken: 'no.' })]);
    await until(() => words().length === 1);
    source.says([candidate('bad', { broken: 'no.' }), candidate('good')]);
    await until(() => followed.names === 'good');
    source.says([candidate('bad'), candidate('good')]);
    await until(() => followed.names === 'bad,good');
    await until(() => words().length === 2);
    expect(words()).toEqual([
      'warn a source of clusters has a problem',
      'info a source of clusters no longer has this problem',
    ]);
  });
});

/** Registrants by cluster name, as a store returns them. */
function storeOf(held: Readonly<Record<string, readonly [source: string, origin: string]>>) {
  return new Map(Object.entries(held).map(([name, [source, origin]]) => [name, registrantOf(source, origin)]));
}

const at = (followed: Followed, name: string) => followed.registry.get(name)?.target?.server;
const good = (name = 'prod') => candidate(name, { origin: 'good', server: 'https://good.example' });
const thief = (name = 'prod') => candidate(name, { origin: 'thief', server: 'https://thief.example' });

describe('a name', () => {
  it('stays with the registration that has it when a source that is listed earlier names it later', async () => {
    const { followed, sources } = following('first', 'second');
    await using _end = followed;
    const [first, second] = sources as [ScriptedSource, ScriptedSource];
    first.says([]);
    second.says([good()]);
    await until(() => followed.names === 'prod');
    first.says([thief(), candidate('other')]);
    await until(() => followed.names === 'other,prod');
    expect(at(followed, 'prod')).toBe('https://good.example');
    expect(followed.problems).toEqual(['first: thief: "prod" is the cluster of good (second); this one is left out.']);
    second.failsWith('it is away');
    await until(() => followed.problems.includes('second: it is away'));
    expect(at(followed, 'prod')).toBe('https://good.example');
    second.says([]);
    second.failsWith(undefined);
    await until(() => at(followed, 'prod') === 'https://thief.example');
  });

  it('stays with its registration when that has another server', async () => {
    const { followed, sources } = following('first', 'second');
    await using _end = followed;
    const [first, second] = sources as [ScriptedSource, ScriptedSource];
    first.says([]);
    second.says([good()]);
    await until(() => followed.names === 'prod');
    first.says([thief()]);
    second.says([candidate('prod', { origin: 'good', server: 'https://moved.example' })]);
    await until(() => at(followed, 'prod') === 'https://moved.example');
  });

  it('cannot be taken by an older object of the source that changes what it is called', async () => {
    const { followed, sources } = following('a');
    await using _end = followed;
    const [source] = sources as [ScriptedSource];
    const named = (name: string, origin: string) =>
      candidate(name, { origin, otherwise: `${origin}/${name}`, server: `https://${origin}.example` });
    source.says([named('old', 'thief'), named('prod', 'good')]);
    await until(() => followed.names === 'old,prod');
    source.says([named('prod', 'thief'), named('prod', 'good')]);
    await until(() => followed.names === 'prod,thief/prod');
    expect(at(followed, 'prod')).toBe('https://good.example');
  });

  it('ends with its registration where the next one cannot be used', async () => {
    const { followed, sources } = following('first', 'second');
    await using _end = followed;
    const [first, second] = sources as [ScriptedSource, ScriptedSource];
    first.says([good()]);
    // Both candidates have the same fingerprint, but the second source does not allow a proxy-url.
    const { target } = candidate('prod', { broken: 'a proxy-url is not allowed.' });
    second.says([{ ...good(), origin: 'other', target }]);
    await until(() => followed.names === 'prod');
    first.says([]);
    await until(() => followed.names === '');
    expect(followed.problems).toEqual(['second: other: a proxy-url is not allowed.']);
  });

  it('of the configuration is never that of a hub, not even while the kubeconfig is broken', async () => {
    const followed = new Followed();
    await using _end = followed;
    const [own, hub] = [new ScriptedSource('own', 'configuration'), new ScriptedSource('hub')];
    followed.sources.follow([hub.keyed]);
    hub.says([thief()]);
    await until(() => followed.names === 'prod');
    own.says([], [{ origin: 'a.yaml', cluster: 'prod', message: 'a.yaml: there is no such file.' }]);
    followed.sources.follow([{ ...own.keyed, names: ['prod'] }, hub.keyed]);
    await until(() => followed.names === '');
    expect(followed.problems).toContainEqual(
      expect.stringMatching(/^hub: thief: "prod" is reserved for a registration of own/),
    );
    own.says([good()]);
    await until(() => at(followed, 'prod') === 'https://good.example');
  });

  it('waits at the start for an earlier source that is being read, and clusters of the others do not', async () => {
    const { followed, sources } = following('zeroth', 'first', 'second');
    await using _end = followed;
    const [zeroth, first, second] = sources as [ScriptedSource, ScriptedSource, ScriptedSource];
    second.says([thief()]);
    zeroth.says([candidate('zero')]);
    await until(() => followed.names === 'zero');
    first.says([good()]);
    await until(() => at(followed, 'prod') === 'https://good.example');
    expect(followed.reported).toEqual(['+zero', '+prod']);
  });

  it('of a cluster that runs keeps its place when an earlier source fills the limit', async () => {
    const { followed, sources } = followingWith({ maxClusters: 2 }, 'first', 'second');
    await using _end = followed;
    const [first, second] = sources as [ScriptedSource, ScriptedSource];
    first.says([]);
    second.says([candidate('a'), candidate('b')]);
    await until(() => followed.names === 'a,b');
    first.says([candidate('c'), candidate('d')]);
    await until(() => followed.problems.length === 1);
    expect(followed.sources.problems).toMatchObject([
      { source: 'first', cause: 'TOO_MANY', message: expect.stringMatching(/^2 clusters are left out/) },
    ]);
    second.says([candidate('b')]);
    await until(() => followed.names === 'b,c');
    expect(followed.reported).toEqual(['+a', '+b', '-a', '+c']);
  });
});

describe('after a restart', () => {
  const registrants = async () => storeOf({ a: ['first', 'good'], b: ['second', 'good'], c: ['third', 'good'] });
  const held = ['a', 'b', 'c'];

  it.each([0, 1, 2])(
    'the names of the source %i, which is away, are reserved, and all other clusters come',
    async away => {
      const { followed, sources } = followingWith({ registrants }, 'first', 'second', 'third');
      await using _end = followed;
      sources.forEach((source, i) => {
        if (i === away) source.failsWith('it is away');
        else
          source.says([
            good(held[i]),
            ...held.filter((_, j) => j !== i).map(name => thief(name)),
            candidate(`new-${i}`),
          ]);
      });
      expect(await followed.sources.settled(5_000)).toBe(true);
      const others = [0, 1, 2].filter(i => i !== away);
      expect(followed.names).toBe([...others.map(i => held[i]), ...others.map(i => `new-${i}`)].join());
      for (const i of others) expect(at(followed, held[i]!)).toBe('https://good.example');
      const causes = followed.sources.problems.map(({ cluster, cause }) => `${cluster} ${cause}`);
      expect(causes.filter(text => text === `${held[away]} NAME_RESERVED`)).toHaveLength(2);
      sources[away]!.says([good(held[away])]);
      sources[away]!.failsWith(undefined);
      await until(() => at(followed, held[away]!) === 'https://good.example');
    },
  );

  it('a name is free when its source was read and does not name it, or is not configured any more', async () => {
    const { followed, sources } = followingWith({ registrants }, 'other', 'first');
    await using _end = followed;
    const [other, first] = sources as [ScriptedSource, ScriptedSource];
    other.says([thief('a'), thief('b')]);
    first.failsWith('it is away');
    await until(() => followed.names === 'b');
    first.says([]);
    first.failsWith(undefined);
    await until(() => followed.names === 'a,b');
  });

  it('a name whose registration is broken stays reserved, and so does what is stored of it', async () => {
    const { followed, sources } = followingWith({ registrants }, 'other', 'first');
    await using _end = followed;
    const [other, first] = sources as [ScriptedSource, ScriptedSource];
    other.says([thief('a')]);
    first.says([], [{ origin: 'good', message: 'good: it is cut.' }]);
    await followed.sources.settled(5_000);
    expect(followed.names).toBe('');
    expect([followed.registry.isComplete, followed.registry.reserved.has('a')]).toEqual([true, true]);
  });

  it('registrations that exchanged their names while no process ran have their new ones', async () => {
    const exchanged = async () => storeOf({ prod: ['first', 'x'], test: ['second', 'y'] });
    const { followed, sources } = followingWith({ registrants: exchanged }, 'first', 'second');
    await using _end = followed;
    const [first, second] = sources as [ScriptedSource, ScriptedSource];
    second.says([candidate('prod', { origin: 'y', server: 'https://y.example' })]);
    first.failsWith('it is away');
    await until(() => followed.problems.some(text => /"prod" is reserved/.test(text)));
    expect(followed.names).toBe('');
    first.says([candidate('test', { origin: 'x', server: 'https://x.example' })]);
    first.failsWith(undefined);
    await until(() => followed.names === 'prod,test');
    expect([at(followed, 'prod'), at(followed, 'test')]).toEqual(['https://y.example', 'https://x.example']);
  });

  it('reserved names keep their places of the limit', async () => {
    const { followed, sources } = followingWith({ registrants, maxClusters: 3 }, 'other', 'first');
    await using _end = followed;
    const [other, first] = sources as [ScriptedSource, ScriptedSource];
    other.says(['d', 'e', 'f'].map(name => candidate(name)));
    first.failsWith('it is away');
    await followed.sources.settled(5_000);
    expect(followed.names).toBe('d,e');
    first.says([good('a')]);
    first.failsWith(undefined);
    await until(() => followed.names === 'a,d,e');
  });
});

describe('while the store cannot say who held the names', () => {
  function withStore(...titles: string[]) {
    let answer: ReadonlyMap<string, string> | undefined;
    const registrants = async () => answer ?? Promise.reject(new Error('Redis is away.'));
    return {
      ...followingWith({ registrants }, ...titles),
      answers: (with_: ReadonlyMap<string, string>) => (answer = with_),
    };
  }

  it('registrations of hubs wait and say so, and clusters of the configuration do not', async () => {
    const { followed, sources, answers } = withStore('hub', 'away');
    await using _end = followed;
    const [hub, away] = sources as [ScriptedSource, ScriptedSource];
    const own = new ScriptedSource('own', 'configuration');
    followed.sources.follow([{ ...own.keyed, names: ['mine'] }, hub.keyed, away.keyed]);
    own.says([candidate('mine')]);
    hub.says([thief(), candidate('new')]);
    away.failsWith('it is away');
    expect(await followed.sources.settled(5_000)).toBe(true);
    expect(followed.names).toBe('mine');
    expect(followed.sources.problems.map(({ cluster, cause }) => `${cluster} ${cause}`)).toEqual([
      'prod NAME_RESERVED',
      'new NAME_RESERVED',
      'undefined SOURCE_UNREADABLE',
    ]);
    answers(storeOf({ prod: ['away', 'good'] }));
    await until(() => followed.names === 'mine,new');
    away.says([good()]);
    away.failsWith(undefined);
    await until(() => at(followed, 'prod') === 'https://good.example');
  });

  it('what one registration alone names comes as soon as all sources are read', async () => {
    const { followed, sources, answers } = withStore('first', 'second');
    await using _end = followed;
    const [first, second] = sources as [ScriptedSource, ScriptedSource];
    first.says([thief(), candidate('alone')]);
    second.says([good()]);
    await until(() => followed.names === 'alone');
    expect(followed.problems.filter(text => /waits for the store/.test(text))).toHaveLength(2);
    answers(storeOf({ prod: ['second', 'good'] }));
    await until(() => at(followed, 'prod') === 'https://good.example');
  });
});

it('a replica that took a name by another order of events follows what the collectors have stored', async () => {
  const { followed, sources } = followingWith({ registrants: async () => stored }, 'first', 'second');
  await using _end = followed;
  let stored = storeOf({});
  const [first, second] = sources as [ScriptedSource, ScriptedSource];
  first.says([thief()]);
  second.says([good()]);
  await until(() => at(followed, 'prod') === 'https://thief.example');
  stored = storeOf({ prod: ['second', 'good'] });
  await until(() => at(followed, 'prod') === 'https://good.example');
});

it('waiting for the sources includes clusters of a source that is read while others are registered', async () => {
  const { followed, sources } = following('a', 'b');
  await using _end = followed;
  const [a, b] = sources as [ScriptedSource, ScriptedSource];
  const slow = candidate('one');
  const target = async (name: string) => {
    b.says([candidate('two')]);
    return slow.target(name);
  };
  a.says([{ ...slow, target }]);
  expect(await followed.sources.settled(5_000)).toBe(true);
  expect(followed.names).toBe('one,two');
});

it('waiting for the sources ends after its time, and names those that have said nothing', async () => {
  const { followed, sources } = following('a', 'b');
  await using _end = followed;
  sources[0]!.says([candidate('one')]);
  expect(await followed.sources.settled(100)).toBe(false);
  expect([followed.sources.silent, followed.sources.isAllUsed]).toEqual([['b'], false]);
});
