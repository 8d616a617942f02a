/** External Secrets Operator. Ready is False after a failed attempt. Before the first attempt there is no condition. */
import type { Kind } from './kind.ts';
import { condition, NOT_REPORTED, tabled } from './table.ts';

const GROUP = 'external-secrets.io';

const secrets = tabled({
  source:
    'external-secrets/external-secrets: apis/externalsecrets/v1 (externalsecret_types.go, secretstore_types.go, pushsecret_types.go)',
  lines: [
    condition('FAILED', 'Ready', 'False'),
    condition('FAILED', 'NotReady', 'True'),
    condition('FAILED', 'PartiallyReady', 'True'),
    condition('CURRENT', 'Ready', 'True'),
    NOT_REPORTED,
  ],
});

export const externalSecrets: readonly Kind[] = [
  { group: GROUP, kind: 'ExternalSecret', ...secrets },
  { group: GROUP, kind: 'ClusterExternalSecret', ...secrets },
  { group: GROUP, kind: 'PushSecret', ...secrets },
  { group: GROUP, kind: 'ClusterPushSecret', ...secrets },
  { group: GROUP, kind: 'SecretStore', ...secrets },
  { group: GROUP, kind: 'ClusterSecretStore', ...secrets },
];
