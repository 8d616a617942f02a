/** `fleetgraph clusters` without --server, while an environment variable names a server. */
import { expect, it } from '@jest/globals';
import { serverNote } from '../../../cli/commands/clusters.ts';

const env = { FLEETGRAPH_SERVER: 'https://fleet.example.org' };

it('says that the server of the environment is not asked, and how to ask it', () => {
  expect(serverNote({}, env)).toMatch(
    /To query FLEETGRAPH_SERVER: fleetgraph clusters --server https:\/\/fleet\.example\.org$/,
  );
});

it.each([
  ['a configuration is named', { config: 'fleetgraph.yaml' }, env],
  ['a kubeconfig is named', { kubeconfig: 'kubeconfig' }, env],
  ['the variable is empty', {}, { FLEETGRAPH_SERVER: '' }],
])('says nothing of it where %s', (_what, flags, given) => {
  expect(serverNote(flags, given)).toBeUndefined();
});
