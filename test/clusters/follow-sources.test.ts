/** What becomes of the registry when sources say something else. */
import { describe, expect, it } from '@jest/globals';
import { until } from '../kubernetes/until.ts';
import { candidate, Followed, ScriptedSource } from './fixtures.ts';

function following(...titles: string[]) {
  const followed = new Followed();
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
    expect(followed.told).toEqual(['+one', '+two', '=one', '-two']);
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
    await until(() => followed.told.includes('=one'));
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
    await until(() => followed.told.length === 3);
    expect(followed.told).toEqual(['+one', '-one', '+one']);
    expect(followed.registry.get('one')?.client).not.toBe(client);
  });

  it('belong to the first source that names them, and pass to the next when that one lets go', async () => {
    const { followed, sources } = following('first', 'second');
    await using _end = followed;
    const [first, second] = sources as [ScriptedSource, ScriptedSource];
    second.says([candidate('one', { server: 'https://second.example' })]);
    first.says([candidate('one', { server: 'https://first.example' })]);
    await until(() => followed.problems.length === 1);
    expect(followed.problems).toEqual(['second: the file of one: "one" is the cluster of the file of one (first); this one is left out.']);
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
    source.says([candidate('two', { broken: 'the file of two: it is cut.' })], [{ origin: 'the file of one', message: 'it is empty.' }]);
    await until(() => followed.names === 'one,two');
    expect(followed.problems).toEqual(['a: the file of one: it is empty.', 'a: the file of two: it is cut.']);
    source.failsWith('the hub is away');
    source.says([]);
    await until(() => followed.problems.includes('a: the hub is away'));
    expect(followed.names).toBe('one,two');
    source.failsWith(undefined);
    await until(() => followed.names === '');
    expect(followed.told).toEqual(['+one', '+two', '+three', '-three', '-one', '-two']);
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
    expect(followed.told.filter(line => /one/.test(line))).toEqual(['+one']);
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
    await followed.sources.settled(5_000); // nobody waits for a hub that is away
    expect(followed.registry.isComplete).toBe(false);
    b.says([]);
    b.failsWith(undefined);
    await until(() => followed.registry.isComplete);
  });

  it('are logged once for each problem, and once when it is over', async () => {
    const { followed, sources } = following('a');
    await using _end = followed;
    const [source] = sources as [ScriptedSource];
    const words = () => followed.log.lines.filter(({ words }) => words.includes('problem')).map(({ level, words }) => `${level} ${words}`);
    source.says([candidate('bad', { broken: 'no.' })]);
    await until(() => words().length === 1);
    source.says([candidate('bad', { broken: 'no.' }), candidate('good')]);
    await until(() => followed.names === 'good');
    source.says([candidate('bad'), candidate('good')]);
    await until(() => followed.names === 'bad,good');
    await until(() => words().length === 2);
    expect(words()).toEqual(['warn a source of clusters has a problem', 'info a source of clusters no longer has this problem']);
  });
});
