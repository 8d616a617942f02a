/** Canonical spelling of an image's repository, by the rules of distribution/reference. */
import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { familiarRepository, imageRepository } from '../../schema/image-repository.ts';

const DIGEST = `sha256:${'0123456789abcdef'.repeat(4)}`;

describe('the repository of an image', () => {
  it.each([
    ['nginx', 'docker.io/library/nginx', 'nginx'],
    ['nginx:1.27', 'docker.io/library/nginx', 'nginx'],
    [`nginx:1.27@${DIGEST}`, 'docker.io/library/nginx', 'nginx'],
    [`nginx@${DIGEST}`, 'docker.io/library/nginx', 'nginx'],
    ['library/nginx', 'docker.io/library/nginx', 'nginx'],
    ['docker.io/nginx', 'docker.io/library/nginx', 'nginx'],
    ['index.docker.io/library/nginx:1', 'docker.io/library/nginx', 'nginx'],
    ['bitnami/redis:7', 'docker.io/bitnami/redis', 'bitnami/redis'],
    ['docker.io/library/a/b', 'docker.io/library/a/b', 'library/a/b'],
    ['ghcr.io/stefanprodan/podinfo:6.7.0', 'ghcr.io/stefanprodan/podinfo', 'ghcr.io/stefanprodan/podinfo'],
    ['registry:5000/web', 'registry:5000/web', 'registry:5000/web'],
    ['registry:5000/web:5000', 'registry:5000/web', 'registry:5000/web'],
    ['registry:5000', 'docker.io/library/registry', 'registry'],
    ['localhost/web:dev', 'localhost/web', 'localhost/web'],
    ['Team/web', 'Team/web', 'Team/web'],
    ['[fd00::1]:5000/team/web:1', '[fd00::1]:5000/team/web', '[fd00::1]:5000/team/web'],
    [
      'registry.example/a__b/c--d/e.f_g:v1_2.3-4',
      'registry.example/a__b/c--d/e.f_g',
      'registry.example/a__b/c--d/e.f_g',
    ],
  ])('%s is in %s, which people call %s', (image, repository, familiar) => {
    expect(imageRepository(image)).toBe(repository);
    expect(familiarRepository(repository)).toBe(familiar);
    expect(imageRepository(familiar)).toBe(repository);
  });

  it.each([
    '',
    'not an image',
    'Nginx:1',
    'registry.example/Web:1',
    'nginx:',
    'nginx:ta g',
    `nginx:${'x'.repeat(129)}`,
    'nginx@sha256:short',
    `nginx@${DIGEST}@${DIGEST}`,
    DIGEST.slice('sha256:'.length),
    'a//b',
    '/web',
    'web/',
    'a._b',
    `docker.io/${'a/'.repeat(130)}b`,
    'bad_host.example/web',
  ])('%s is no reference, and a repository of its own', image => expect(imageRepository(image)).toBe(image));

  it('is its own repository', () => {
    const part = fc.constantFrom(
      'a',
      'library',
      'docker.io',
      'index.docker.io',
      ':',
      '@',
      '/',
      '.',
      'A',
      '5000',
      DIGEST,
    );
    fc.assert(
      fc.property(
        fc.oneof(
          fc.string(),
          fc.array(part, { maxLength: 9 }).map(parts => parts.join('')),
        ),
        image => {
          const repository = imageRepository(image);
          expect(imageRepository(repository)).toBe(repository);
          expect(imageRepository(familiarRepository(repository))).toBe(repository);
        },
      ),
      { numRuns: 2_000 },
    );
  });
});
