/** Storage of logins: the effect of a broken file, and renewal by only one process at a time. */
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { mkdtempSync, readdirSync, readFileSync, rmSync, utimesSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { loginIn, Logins, type Login } from '../../../cli/client/logins.ts';
import { Chance } from '../../fuzz/chance.ts';

const server = 'https://fleet.example/graphql';
const login: Login = {
  server,
  issuer: 'https://id.example',
  clientId: 'c',
  idToken: 'secret-id-token',
  refreshToken: 'secret-refresh-token',
};

let home: string;
let logins: Logins;
beforeEach(() => {
  home = mkdtempSync(join(tmpdir(), 'fleetgraph-logins-'));
  logins = new Logins({ XDG_CONFIG_HOME: home });
});
afterEach(() => rmSync(home, { recursive: true }));

const folder = () => join(home, 'fleetgraph', 'logins');
const file = () =>
  join(
    folder(),
    readdirSync(folder()).find(name => name.endsWith('.json'))!,
  );

describe('a login', () => {
  it('is there for its server alone, until it is removed', () => {
    expect(logins.of(server)).toBeUndefined();
    logins.keep(login);
    expect([logins.of(server), logins.of('https://other.example/graphql')]).toEqual([login, undefined]);
    logins.remove(server);
    expect(logins.of(server)).toBeUndefined();
  });

  it('is in the home folder where there is no XDG_CONFIG_HOME', () => {
    new Logins({ HOME: home }).keep(login);
    expect(readdirSync(join(home, '.config', 'fleetgraph', 'logins'))).toHaveLength(1);
  });

  it('whose file is damaged is refused with one line without its content', () => {
    logins.keep(login);
    writeFileSync(file(), readFileSync(file(), 'utf8').slice(0, -1));
    expect(() => logins.of(server)).toThrow(
      /^\S+\.json is not a login of https:\/\/fleet\.example\/graphql\. Remove it, and sign in again/,
    );
  });

  it('is what it was or none, whatever is changed in its file', () => {
    const good = JSON.stringify(login);
    const chance = new Chance('logins');
    for (let i = 0; i < 10_000; i++) {
      const at = chance.below(good.length);
      const read = loginIn(
        good.slice(0, at) + String.fromCodePoint(chance.below(0x500)) + good.slice(at + chance.below(40)),
        server,
      );
      if (read) expect([read.server, typeof read.idToken]).toEqual([server, 'string']);
    }
  });
});

describe('the lock', () => {
  it('lets one after the other work, and the next after one that failed', async () => {
    logins.keep(login);
    const order: string[] = [];
    const work = (name: string) =>
      logins.alone(server, async () => {
        order.push(`${name} begins`);
        await Promise.resolve();
        order.push(`${name} ends`);
        if (name === 'a') throw new Error('a failed');
      });
    const [a] = await Promise.allSettled([work('a'), work('b'), work('c')]);
    expect(a.status).toBe('rejected');
    expect(order.map(text => text.split(' ')[1])).toEqual(['begins', 'ends', 'begins', 'ends', 'begins', 'ends']);
  });

  it('of a process that died is taken over', async () => {
    logins.keep(login);
    await logins.alone(server, async () => {
      const lock = join(
        folder(),
        readdirSync(folder()).find(name => name.endsWith('.lock'))!,
      );
      utimesSync(lock, 0, 0);
      expect(await logins.alone(server, async () => 'taken')).toBe('taken');
    });
  });
});
