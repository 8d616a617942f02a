/** The registry of kinds. */
import { describe, expect, it } from '@jest/globals';
import { readdirSync } from 'node:fs';
import type { Kind } from '../../kinds/kind.ts';
import { isHeldByKind, KINDS, kindOf, lookupIn, rulesOf, suspensionOf } from '../../kinds/registry.ts';
import { toRow } from '../../kinds/row.ts';
import { result } from '../../kinds/status-result.ts';
import { at, text } from '../../kinds/untrusted.ts';
import { NOW, resource } from './fixtures.ts';

const TOY = resource('toys.example.org', 'Robot');
const robot = { metadata: { name: 'r2', namespace: 'apps' }, spec: { model: 'd2' }, status: { broken: true } };

it('KINDS has the kinds of every file', async () => {
  const folder = new URL('../../kinds/', import.meta.url);
  const files = readdirSync(folder).filter(
    name => name.endsWith('.ts') && !['generate.ts', 'registry.ts'].includes(name),
  );
  const modules = await Promise.all(
    files.map(name => import(new URL(name, folder).href) as Promise<Record<string, unknown>>),
  );
  const entries = modules
    .flatMap(module => Object.values(module))
    .flatMap(value => (Array.isArray(value) ? (value as unknown[]) : []));
  const kinds = entries.filter((entry): entry is Kind => typeof (entry as Kind | undefined)?.status === 'function');
  expect(kinds.length).toBeGreaterThan(150);
  expect(kinds.filter(kind => !KINDS.includes(kind)).map(({ group, kind }) => `${group}/${kind}`)).toEqual([]);
});

describe('a new kind', () => {
  const entry: Kind = {
    group: 'toys.example.org',
    kind: 'Robot',
    status: object =>
      at(object, 'status', 'broken') === true ? result('FAILED', 'Broken', 'it does not move') : result('CURRENT'),
    revision: object => text(at(object, 'spec', 'model')),
  };

  it('is one entry, and its rows follow it', () => {
    const lookup = lookupIn([...KINDS, entry]);
    expect(toRow('leaf', TOY, robot, NOW, { lookup })).toMatchObject({
      kind: 'Robot',
      status: 'FAILED',
      reason: 'Broken',
      revision: 'd2',
    });
    expect(toRow('leaf', TOY, robot, NOW)).toMatchObject({ kind: 'Robot', status: 'CURRENT', revision: '' });
  });

  it('of which metadata is enough is read no further', () => {
    const lookup = lookupIn([{ ...entry, metadataOnly: true }]);
    expect(toRow('leaf', TOY, robot, NOW, { lookup })).toMatchObject({ name: 'r2', status: 'CURRENT', revision: '' });
  });

  it('of which metadata is enough may come as metadata alone', () => {
    const lookup = lookupIn([{ ...entry, metadataOnly: true }]);
    const partial = { apiVersion: 'meta.k8s.io/v1', kind: 'PartialObjectMetadata', metadata: robot.metadata };
    expect(toRow('leaf', TOY, partial, NOW, { lookup })).toMatchObject({ kind: 'Robot', name: 'r2' });
  });

  it('has one entry, not two', () => {
    expect(() => lookupIn([...KINDS, entry, entry])).toThrow(
      'kinds/ has two entries for toys.example.org/Robot: make them one.',
    );
  });
});

describe('the actions of Flux', () => {
  it.each([
    ['kustomize.toolkit.fluxcd.io/Kustomization', true, true],
    ['later.toolkit.fluxcd.io/Thing', true, true],
    ['infra.contrib.fluxcd.io/Terraform', true, true],
    ['fluxcd.controlplane.io/ResourceSet', true, true],
    ['fluxcd.controlplane.io/FluxInstance', true, true],
    ['batch/CronJob', false, true],
    ['argoproj.io/CronWorkflow', false, true],
    ['apps/Deployment', false, false],
    ['/Node', false, false],
    ['argoproj.io/Application', false, false],
    ['example.org/Thing', false, false],
  ])('fit the kind %s: reconcile %s, suspend %s', (name, reconciles, suspends) => {
    const [group = '', kind = ''] = name.split('/');
    expect(kindOf({ group, kind }).followsFlux === true).toBe(reconciles);
    expect(suspensionOf({ group, kind }) !== undefined).toBe(suspends);
  });
});

describe('an object', () => {
  const disabled = (name: string) => ({ metadata: { annotations: { [name]: 'disabled' } } });

  it.each([
    ['kustomize.toolkit.fluxcd.io/Kustomization', { spec: { suspend: true } }, true],
    ['kustomize.toolkit.fluxcd.io/Kustomization', disabled('fluxcd.controlplane.io/reconcile'), false],
    ['fluxcd.controlplane.io/ResourceSet', disabled('fluxcd.controlplane.io/reconcile'), true],
    ['fluxcd.controlplane.io/ResourceSet', { spec: { suspend: true } }, false],
    ['source.extensions.fluxcd.io/ArtifactGenerator', disabled('source.extensions.fluxcd.io/reconcile'), true],
    ['example.org/Thing', { spec: { suspend: true } }, false],
  ])('of the kind %s, %j, is held by its kind: %s', (name, object, held) => {
    const [group = '', kind = ''] = name.split('/');
    expect(isHeldByKind({ group, kind }, object)).toBe(held);
  });

  it.each(['batch/CronJob', 'helm.toolkit.fluxcd.io/HelmRelease', 'fluxcd.controlplane.io/FluxInstance'])(
    'of the kind %s is held after the patch that suspends it, and not after the one that resumes it',
    name => {
      const [group = '', kind = ''] = name.split('/');
      const suspension = suspensionOf({ group, kind })!;
      expect([true, false].map(held => suspension.holds(suspension.patch(held)))).toEqual([true, false]);
    },
  );
});

describe('the version of the rules', () => {
  const status = () => result('CURRENT');

  it('differs where an entry says so, and where a kind gets an entry of its own', () => {
    const [own, raised] = [0, 1].map((rules): Kind => ({ group: 'toys.example.org', kind: 'Robot', status, rules }));
    const group: Kind = { group: '*.example.org', kind: '*', status };
    const found = [lookupIn([]), lookupIn([group]), lookupIn([group, own!]), lookupIn([raised!])].map(lookup =>
      rulesOf(lookup(TOY)),
    );
    expect(new Set(found).size).toBe(4);
    expect(rulesOf(lookupIn([own!])(TOY))).toBe(found[2]);
  });
});

describe('the row of a Secret', () => {
  it('holds nothing of its values, also where a leaf sends them or kubectl has written them into an annotation', () => {
    const [value, applied] = ['aHVudGVyMg==', '{"stringData":{"password":"hunter2"}}'];
    const annotations = { 'kubectl.kubernetes.io/last-applied-configuration': applied };
    const secret = {
      metadata: { name: 'login', namespace: 'apps', annotations },
      data: { password: value },
      type: 'Opaque',
    };
    const row = toRow('leaf', resource('', 'Secret'), secret, NOW);
    expect(row).toMatchObject({ name: 'login', status: 'CURRENT' });
    expect(JSON.stringify(row)).not.toMatch(/aHVudGVyMg|hunter2|Opaque/);
  });
});

describe('what is known of a kind', () => {
  const group = '*.example.org';
  const all: Kind = { group, kind: '*', status: () => result('IN_PROGRESS') };
  const one: Kind = { group: 'a.example.org', kind: 'One', status: () => result('FAILED') };
  const lookup = lookupIn([all, one]);

  it.each([
    ['its own entry', 'a.example.org', 'One', one],
    ['the entry of its groups', 'a.example.org', 'Two', all],
    ['the entry of its groups, in another of them', 'b.example.org', 'One', all],
  ])('stands in %s', (_what, apiGroup, kind, expected) => expect(lookup({ group: apiGroup, kind })).toBe(expected));

  it.each(['example.org', 'a.example.com', ''])('is kstatus in the group "%s", of which nothing is said', apiGroup => {
    const ready = { status: { conditions: [{ type: 'Ready', status: 'False', reason: 'Waits' }] } };
    expect(lookup({ group: apiGroup, kind: 'One' }).status(ready, NOW)).toMatchObject({
      status: 'IN_PROGRESS',
      reason: 'Waits',
    });
  });

  it('is, of Secrets and ConfigMaps, that their metadata is enough', () => {
    expect(KINDS.filter(({ metadataOnly }) => metadataOnly).map(({ kind }) => kind)).toEqual(['Secret', 'ConfigMap']);
    expect(kindOf({ group: '', kind: 'Secret' }).metadataOnly).toBe(true);
    expect(kindOf({ group: 'example.org', kind: 'Secret' }).metadataOnly).toBeUndefined();
  });
});
