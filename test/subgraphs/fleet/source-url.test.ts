/** One spelling for the address of a repository. */
import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { sourceUrl } from '../../../subgraphs/fleet/source-url.ts';

describe('the address of a repository', () => {
  it.each([
    'https://git.example.org/team/apps',
    'https://git.example.org/team/apps.git',
    'https://git.example.org/team/apps.git/',
    'https://GIT.example.org//team/apps/',
    'http://git.example.org:80/team/apps',
    'https://jane:hunter2@git.example.org:443/team/apps?ref=main#top',
    'ssh://git@git.example.org/team/apps.git',
    'ssh://git@git.example.org:22/team/apps.git',
    'git@git.example.org:team/apps.git',
    'git.example.org:team/apps',
    ' https://git.example.org/team/apps\n',
  ])('%s is one and the same', text => expect(sourceUrl(text)).toBe('https://git.example.org/team/apps'));

  it.each([
    ['oci://ghcr.io/org/manifests', 'oci://ghcr.io/org/manifests'],
    ['OCI://GHCR.io:443/org/manifests/', 'oci://ghcr.io/org/manifests'],
    ['https://charts.example.org', 'https://charts.example.org'],
    ['https://charts.example.org:8443/Stable/', 'https://charts.example.org:8443/Stable'],
    ['ssh://git@[fd00::1]:2222/a.git', 'https://[fd00::1]:2222/a'],
    ['https://user@pass@host/a', 'https://host/a'],
    ['https://host/.git', 'https://host'],
  ])('%s is %s', (text, address) => expect(sourceUrl(text)).toBe(address));

  it.each([
    '',
    'apps',
    '/var/repositories/apps',
    'file:///apps',
    'https://',
    'https:///apps',
    'javascript://x',
    'x'.repeat(3_000),
    'a b:c',
  ])('is not %j', text => expect(sourceUrl(text)).toBeUndefined());

  it('stays what it is when it is spelled again, and never holds what stands before an @ of the host', () => {
    const part = fc.stringMatching(/^[a-zA-Z0-9._-]{1,8}$/);
    fc.assert(
      fc.property(fc.constantFrom('https', 'ssh', 'oci'), part, part, fc.array(part, { maxLength: 3 }), (scheme, user, host, path) => {
        const once = sourceUrl(`${scheme}://${user}:hunter2@${host}/${path.join('/')}`);
        expect(sourceUrl(once!)).toBe(once);
        expect(once).not.toContain('hunter2');
      }),
    );
  });
});
