import { describe, expect, it } from '@jest/globals';
import { resource, row } from './fixtures.ts';

describe('the row of a workload', () => {
  const containers = [{ image: 'a:1' }, { image: 'b:2' }, { image: 'a:1' }, { image: 7 }];
  const object = {
    metadata: { name: 'web', namespace: 'apps' },
    spec: { template: { spec: { containers, initContainers: [{ image: 'c:3' }] } } },
  };

  it.each(['Deployment', 'StatefulSet', 'DaemonSet', 'ReplicaSet'])(
    'of kind %s has its images, each once, and no revision',
    kind => expect(row(resource('apps', kind), object)).toMatchObject({ images: 'a:1\nb:2', revision: '' }),
  );
});
