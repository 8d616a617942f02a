/** Canonical spelling of a repository's URL. */
import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { sourceUrl } from '../../schema/source-url.ts';

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
    'git+ssh://git@git.example.org/team/apps.git',
    'git+https://git.example.org/team/apps',
    'git@git.example.org:team/apps.git',
    'git.example.org:team/apps',
    ' https://git.example.org/team/apps\n',
  ])('%s is one and the same', text => expect(sourceUrl(text)).toBe('https://git.example.org/team/apps'));

  it.each([
    ['oci://ghcr.io/org/manifests', 'oci://ghcr.io/org/manifests'],
    ['OCI://GHCR.io:443/org/manifests/', 'oci://ghcr.io/org/manifests'],
    ['https://charts.example.org', 'https://charts.example.org'],
    ['https://charts.example.org:8443/Stable/', 'https://charts.example.org:8443/Stable'],
    ['ssh://git@[fd00::1]:2222/a.git', 'https://[fd00::1]/a'],
    ['https://[fd00::1]:8443/a.git', 'https://[fd00::1]:8443/a'],
    ['https://user@pass@host/a', 'https://host/a'],
    ['https://host/.git', 'https://host'],
  ])('%s is %s', (text, address) => expect(sourceUrl(text)).toBe(address));

  it.each([
    [
      'https://dev.azure.com/acme/shop/_git/apps',
      'ssh://git@ssh.dev.azure.com/v3/acme/shop/apps',
      'ssh://git@ssh.dev.azure.com:22/v3/acme/shop/apps',
      'git@ssh.dev.azure.com:v3/acme/shop/apps',
      'acme@vs-ssh.visualstudio.com:v3/acme/shop/apps',
      'https://acme@dev.azure.com/acme/shop/_git/apps',
      'https://acme.visualstudio.com/shop/_git/apps',
      'https://dev.azure.com/Acme/Shop/_git/Apps',
      'https://acme.visualstudio.com/DefaultCollection/shop/_git/apps/',
      'https://acme.visualstudio.com/defaultcollection/shop/_git/apps',
    ],
    [
      'https://dev.azure.com/acme/apps/_git/apps',
      'https://dev.azure.com/acme/_git/apps',
      'git@ssh.dev.azure.com:v3/acme/apps/apps',
    ],
    [
      'https://dev.azure.com/acme/my%20project/_git/apps',
      'https://dev.azure.com/acme/my project/_git/apps',
      'git@ssh.dev.azure.com:v3/acme/my%20project/apps',
    ],
    [
      'https://bitbucket.acme.example/scm/shop/apps',
      'ssh://git@bitbucket.acme.example:7999/shop/apps.git',
      'https://bitbucket.acme.example/scm/shop/apps.git',
      'https://bitbucket.acme.example/scm/SHOP/apps.git',
    ],
    ['https://bitbucket.acme.example/scm/~jane/apps', 'ssh://git@bitbucket.acme.example:7999/~jane/apps.git'],
    [
      'https://github.com/acme/apps',
      'ssh://git@ssh.github.com:443/acme/apps.git',
      'git@github.com:acme/apps',
      'git@github.com:/acme/apps.git',
      'https://www.github.com/acme/apps',
    ],
    ['https://gitlab.com/acme/apps', 'ssh://git@altssh.gitlab.com:443/acme/apps.git'],
    ['https://bitbucket.org/acme/apps', 'ssh://git@altssh.bitbucket.org:443/acme/apps.git'],
    ['https://gitea.example.org/acme/apps', 'ssh://git@gitea.example.org:2222/acme/apps.git'],
    ['oci://docker.io/acme/chart', 'oci://registry-1.docker.io/acme/chart'],
    ['https://host/%7Bx%7D/a%2Fb', 'https://host/%7bx%7d/a%2fb', 'https://host/{x}/a%2Fb'],
    ['https://host/100%/a', 'https://host/100%/a.git'],
  ])('%s has other spellings', (address, ...others) =>
    expect([address, ...others].map(sourceUrl)).toEqual([address, ...others].map(() => address)),
  );

  it.each([
    ['https://git.example.org:8443/apps', 'https://git.example.org/apps'],
    ['https://github.com/acme/apps', 'https://github.com/acme/Apps'],
    ['oci://ghcr.io/acme/apps', 'https://ghcr.io/acme/apps'],
    ['https://host/a%2Fb', 'https://host/a/b'],
    ['https://dev.azure.com/acme/100%25a/_git/apps', 'https://dev.azure.com/acme/100%25b/_git/apps'],
    ['https://gitea.example.org/SHOP/apps', 'https://gitea.example.org/shop/apps'],
  ])('%s is not %s', (one, other) => expect(sourceUrl(one)).not.toBe(sourceUrl(other)));

  it.each([
    '',
    'apps',
    'C:/repositories/apps',
    'git::https://host/a',
    'codecommit::us-east-1://apps',
    'git@[::1]:o/r',
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
      fc.property(
        fc.constantFrom('https', 'ssh', 'oci'),
        part,
        part,
        fc.array(part, { maxLength: 3 }),
        (scheme, user, host, path) => {
          const once = sourceUrl(`${scheme}://${user}:hunter2@${host}/${path.join('/')}`);
          expect(sourceUrl(once!)).toBe(once);
          expect(once).not.toContain('hunter2');
        },
      ),
    );
  });
});
