/** Manifests that turn an object into its edited YAML. Includes edits that no manifest can express. */
import { describe, expect, it } from '@jest/globals';
import { editedManifest, EditProblem } from '../../ui/src/actions/edited-manifest.ts';

const OBJECT = `apiVersion: apps/v1
kind: Deployment
metadata:
  name: web
  namespace: team-a
  uid: 0001
  resourceVersion: "7"
  labels:
    app: web
  finalizers:
  - a/b
spec:
  replicas: 2
  paused: false
  weight: 1.0
  template:
    spec:
      containers:
      - name: web
        image: web:1
        args:
        - -v
        ports:
        - containerPort: 80
          protocol: TCP
      - name: proxy
        image: proxy:1
      nodeSelector:
        disk: ssd
        zone: a
status:
  replicas: 2
`;
const managed = (own = '') =>
  OBJECT.replace(
    '  finalizers:',
    `  managedFields:
  - manager: kubectl
    operation: Apply
    fieldsV1:
      f:metadata:
        f:labels:
          f:app: {}
        f:finalizers:
          .: {}
          v:"a/b": {}
      f:spec:
        f:replicas: {}
        f:paused: {}
        f:template:
          f:spec:
            f:nodeSelector: {}
            f:containers:
              k:{"name":"web"}:
                .: {}
                f:name: {}
                f:image: {}
                f:args: {}
                f:ports:
                  k:{"containerPort":80,"protocol":"TCP"}:
                    .: {}
              k:{"name":"proxy"}:
                .: {}
                f:image: {}
${own}  finalizers:`,
  );
const HEAD = 'apiVersion: apps/v1\nkind: Deployment\nmetadata:\n  name: web\n  namespace: team-a\n  uid: 0001\n';
const edit = (from: string, to: string, own?: string) => editedManifest(managed(own), OBJECT.replace(from, to));
const OWN = `  - manager: fleetgraph-explorer
    operation: Apply
    fieldsV1:
      f:spec:
        f:replicas: {}
        f:template:
          f:spec:
            f:containers:
              k:{"name":"web"}:
                .: {}
                f:name: {}
                f:image: {}
`;

describe('the manifest of an edit', () => {
  it.each([
    ['a field', 'replicas: 2', 'replicas: 3', 'spec:\n  replicas: 3\n'],
    [
      'a number that doubles cannot hold',
      'replicas: 2',
      'replicas: 9007199254740993',
      'spec:\n  replicas: 9007199254740993\n',
    ],
    ['a number for another spelling of it', 'weight: 1.0', 'weight: 1.00', 'spec:\n  weight: 1.00\n'],
    ['a text for a number', 'replicas: 2', 'replicas: "2"', 'spec:\n  replicas: "2"\n'],
    ['a new field', 'paused: false', 'paused: false\n  more:\n    a: [1, on]', 'spec:\n  more:\n    a: [ 1, on ]\n'],
    [
      'a field of an item of a list, which is sent by its name',
      'image: web:1',
      'image: web:2',
      'spec:\n  template:\n    spec:\n      containers:\n        - name: web\n          image: web:2\n',
    ],
    [
      'an item of a list that has one owner, which is sent whole',
      '- -v',
      '- -v\n        - --fast',
      'spec:\n  template:\n    spec:\n      containers:\n        - name: web\n          args:\n            - -v\n            - --fast\n',
    ],
    [
      'a field of a map that changes as a whole',
      'zone: a',
      'zone: b',
      'spec:\n  template:\n    spec:\n      nodeSelector:\n        disk: ssd\n        zone: b\n',
    ],
  ])('has %s, and what names the object', (_what, from, to, expected) =>
    expect(edit(from, to)).toEqual({ manifest: HEAD + expected, kept: [] }),
  );

  it('has a new item of a set in the metadata', () =>
    expect(edit('  - a/b', '  - a/b\n  - c/d').manifest).toBe(`${HEAD}  finalizers:\n    - c/d\n`));

  it('has what the Explorer applied before, so that it is not taken back', () =>
    expect(edit('paused: false', 'paused: true', OWN).manifest).toBe(
      `${HEAD}spec:\n  replicas: 2\n  paused: true\n  template:\n    spec:\n      containers:\n        - name: web\n          image: web:1\n`,
    ));

  it('is none where nothing was changed, in whatever order fields are', () => {
    expect(edit('', '')).toEqual({ manifest: undefined, kept: [] });
    expect(edit('  replicas: 2\n  paused: false\n', '  paused: false\n  replicas: 2\n', OWN).manifest).toBeUndefined();
  });
});

describe('a removed field', () => {
  it('stays where others own it, or nobody does', () => {
    expect(edit('  paused: false\n', '')).toEqual({
      manifest: undefined,
      kept: [{ field: '.spec.paused', owners: ['kubectl'] }],
    });
    expect(edit('  weight: 1.0\n', '').kept).toEqual([{ field: '.spec.weight', owners: [] }]);
    expect(edit('      - name: proxy\n        image: proxy:1\n', '').kept).toEqual([
      { field: '.spec.template.spec.containers[name="proxy"]', owners: ['kubectl'] },
    ]);
  });
  it('goes where the Explorer alone owns it: it is left out', () => {
    const own =
      '  - manager: fleetgraph-explorer\n    operation: Apply\n    fieldsV1:\n      f:spec:\n        f:weight: {}\n';
    expect(edit('  weight: 1.0\n', '', own)).toEqual({ manifest: HEAD, kept: [] });
  });
});

describe('a text that is refused', () => {
  it.each([
    ['another name', 'name: web\n  namespace', 'name: other\n  namespace', '.metadata.name cannot be changed here'],
    ['a status', 'status:\n  replicas: 2', 'status:\n  replicas: 3', '.status cannot be changed here'],
    ['no YAML', 'replicas: 2', 'replicas: 2\n   x: [', 'at line'],
    ['a key twice', 'replicas: 2', 'replicas: 2\n  replicas: 3', 'Map keys must be unique'],
    ['an alias', 'replicas: 2', 'replicas: &a 2\n  other: *a', 'Aliases'],
    ['a tag', 'replicas: 2', 'replicas: !!int 2', 'Tags'],
  ])('is one with %s', (_what, from, to, message) => {
    const refused = () => edit(from, to);
    expect(refused).toThrow(EditProblem);
    expect(refused).toThrow(message);
  });
  it('is a list, or nothing', () => {
    expect(() => editedManifest(managed(), '- a')).toThrow('not one object');
    expect(() => editedManifest(managed(), '')).toThrow('not one object');
  });
});
