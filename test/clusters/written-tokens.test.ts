/**
 * The last renewed token is written to its Secret. One of the processes that renew writes it, without changing other
 * fields, and without overwriting changes of other clients.
 */
import { afterEach, describe, expect, it } from '@jest/globals';
import { Backoff } from '../../async/backoff.ts';
import { writtenToken, type TokenSecret } from '../../clusters/written-tokens.ts';
import type { RequestOptions } from '../../kubernetes/client.ts';
import { KubernetesError } from '../../kubernetes/errors.ts';
import { inlineToken } from '../../kubernetes/kubeconfig-token.ts';
import { until } from '../kubernetes/until.ts';
import { RecordedLog } from './fixtures.ts';

/** A hub with one Secret. */
class FakeHub {
  text = 'users: [{ name: fleetgraph, user: { token: first } }] # theirs';
  version = 1;
  readonly log = new RecordedLog();
  readonly tried: unknown[] = [];
  failures: number[] = [];
  readonly closed = new AbortController();

  async request<T>(path: string, { method, body, contentType }: RequestOptions): Promise<T> {
    this.tried.push([method, path, contentType]);
    const status = this.failures.shift();
    const { metadata, data, ...others } = body as {
      metadata: { resourceVersion: string };
      data: Record<string, string>;
    };
    const conflict = metadata.resourceVersion === String(this.version) ? undefined : 409;
    const failed = status ?? conflict;
    if (failed !== undefined)
      throw new KubernetesError(failed === 409 ? 'CONFLICT' : 'FORBIDDEN', 'hub: no', {
        cluster: 'hub',
        status: failed,
      });
    expect([Object.keys(data), Object.keys(others)]).toEqual([['kubeconfig'], []]);
    this.text = Buffer.from(data['kubeconfig']!, 'base64').toString();
    this.version += 1;
    return {} as T;
  }

  /** The token, as one process sees it. */
  token(seen: () => Partial<TokenSecret> = () => ({})) {
    const find = () => ({
      ...{
        namespace: 'fleet',
        name: 'prod',
        key: 'kubeconfig',
        text: this.text,
        resourceVersion: String(this.version),
      },
      ...seen(),
    });
    const backoff = new Backoff({ firstMs: 1, maxMs: 2 });
    return writtenToken(inlineToken('first'), {
      client: () => this,
      find,
      log: this.log.logger,
      signal: this.closed.signal,
      backoff,
    });
  }
}

let hub = new FakeHub();
afterEach(() => {
  hub.closed.abort();
  hub = new FakeHub();
});

describe('a renewed token', () => {
  it('counts at once, and stands in the Secret where the old one stood', async () => {
    const token = hub.token();
    await token.replace('second');
    expect([await token.read(), await token.kept(), await token.keeper()]).toEqual(['second', 'first', 'secret']);
    await until(() => hub.version === 2);
    expect(hub.text).toBe('users: [{ name: fleetgraph, user: { token: second } }] # theirs');
    expect(hub.tried).toEqual([['PATCH', '/api/v1/namespaces/fleet/secrets/prod', 'application/merge-patch+json']]);
    expect(hub.log.text).not.toMatch(/first|second/);
  });

  it('is written by one of the processes that renew at once', async () => {
    const processes = Array.from({ length: 5 }, () => hub.token());
    await Promise.all(processes.map((token, i) => token.replace(`renewed-${i}`)));
    await until(() => hub.version === 2 && !hub.text.includes('first'));
    expect(hub.text).toMatch(/token: renewed-\d \}/);
    expect(hub.log.lines.filter(({ level }) => level === 'warn')).toEqual([]);
  });

  it('is not written over what somebody else put there', async () => {
    hub.text = 'token: theirs';
    await hub.token().replace('second');
    expect([hub.text, hub.tried]).toEqual(['token: theirs', []]);
  });

  it('is tried again while the hub refuses, which is told once, and counts meanwhile', async () => {
    hub.failures = [403, 403, 503, 409];
    const token = hub.token();
    await token.replace('second');
    expect(await token.read()).toBe('second');
    await until(() => hub.version === 2);
    expect(hub.tried).toHaveLength(5);
    expect(hub.log.lines.map(({ words }) => words)).toEqual([
      'a renewed token could not be written to its Secret',
      'the renewed token was written to its Secret',
    ]);
  });

  it('is the last of those that were renewed while the hub refused', async () => {
    hub.failures = Array.from({ length: 20 }, () => 503);
    const token = hub.token();
    await token.replace('second');
    await until(() => hub.tried.length > 2);
    await token.replace('third');
    await until(() => hub.version === 2);
    expect(hub.text).toContain('token: third }');
    await token.replace('fourth');
    await until(() => hub.version === 3);
    expect(hub.text).toContain('token: fourth }');
  });

  it('stands there as it is, whatever is in it', async () => {
    const token = hub.token();
    await token.replace("$'$&");
    await until(() => hub.version === 2);
    expect(hub.text).toBe("users: [{ name: fleetgraph, user: { token: $'$& } }] # theirs");
  });

  it('is not written any more when the source has ended', async () => {
    hub.closed.abort();
    await hub.token().replace('second');
    expect(hub.tried).toEqual([]);
  });
});
