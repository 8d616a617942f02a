/**
 * cert-manager. After a failed issuance, a Certificate may wait hours for the next attempt. Until then the Certificate
 * is FAILED, even if its old certificate is still valid. A Certificate without a valid certificate also stays FAILED
 * during the next attempt.
 */
import type { Kind, Line } from './kind.ts';
import { SECRET, named, relationsByName } from './relations.ts';
import { condition, inItsWords, NOT_REPORTED, tabled, value } from './table.ts';
import { at, conditionOf, time } from './untrusted.ts';

const GROUP = 'cert-manager.io';
const ACME_GROUP = 'acme.cert-manager.io';

const failedIssuance: Line = {
  then: 'FAILED',
  when: '`status.lastFailureTime` is set, and `Ready` is not True or `Issuing` is False',
  finds: (object, all) => {
    const ready = conditionOf(all, 'Ready');
    const issuing = conditionOf(all, 'Issuing');
    if (time(at(object, 'status', 'lastFailureTime')) === 0) return undefined;
    if (ready?.status === 'True' && issuing?.status !== 'False') return undefined;
    const why = issuing?.status === 'False' ? issuing : ready;
    return why ? inItsWords(why, 'FAILED') : { reason: 'Failed', message: 'its last issuance failed' };
  },
};

const certificate = tabled({
  source:
    'cert-manager/cert-manager: pkg/apis/certmanager/v1/types_certificate.go (CertificateStatus), internal/controller/certificates/policies/constants.go; argoproj/argo-cd: resource_customizations/cert-manager.io/Certificate/health.lua',
  lines: [
    failedIssuance,
    condition('IN_PROGRESS', 'Issuing', 'True'),
    condition('FAILED', 'Issuing', 'False', { reasons: ['Failed'] }),
    condition('IN_PROGRESS', 'Ready', 'False', {
      reasons: ['DoesNotExist', 'Pending', 'RequestChanged', 'Renewing', 'ManuallyTriggered'],
    }),
    condition('FAILED', 'Ready', 'False'),
    condition('CURRENT', 'Ready', 'True'),
    NOT_REPORTED,
  ],
});

const certificateRequest = tabled({
  source:
    'cert-manager/cert-manager: pkg/apis/certmanager/v1/types_certificaterequest.go (CertificateRequestConditionType)',
  lines: [
    condition('FAILED', 'InvalidRequest', 'True'),
    condition('FAILED', 'Denied', 'True'),
    condition('IN_PROGRESS', 'Ready', 'False', { reasons: ['Pending'] }),
    condition('FAILED', 'Ready', 'False'),
    condition('CURRENT', 'Ready', 'True'),
    NOT_REPORTED,
  ],
});

const issuer = tabled({
  source:
    'cert-manager/cert-manager: pkg/apis/certmanager/v1/types_issuer.go (IssuerCondition); argoproj/argo-cd: resource_customizations/cert-manager.io/Issuer/health.lua',
  lines: [condition('FAILED', 'Ready', 'False'), condition('CURRENT', 'Ready', 'True'), NOT_REPORTED],
});

const acme = tabled({
  source: 'cert-manager/cert-manager: pkg/apis/acme/v1/types.go (State)',
  lines: [
    value('FAILED', 'status.state', ['invalid', 'expired', 'errored'], {
      messages: ['status.reason'],
      since: ['status.failureTime'],
    }),
    value('CURRENT', 'status.state', ['valid']),
    value('IN_PROGRESS', 'status.state', ['unknown', 'pending', 'processing', 'ready'], {
      messages: ['status.reason'],
    }),
    value('IN_PROGRESS', 'status.state', [''], { reason: 'pending', messages: ['status.reason'] }),
  ],
});

export const certManager: readonly Kind[] = [
  {
    group: GROUP,
    kind: 'Certificate',
    ...certificate,
    rules: 1,
    relations: (object, namespace) =>
      relationsByName('REFERENCES', named([at(object, 'spec', 'secretName')]), SECRET, namespace),
  },
  { group: GROUP, kind: 'CertificateRequest', ...certificateRequest },
  { group: GROUP, kind: 'Issuer', ...issuer },
  { group: GROUP, kind: 'ClusterIssuer', ...issuer },
  { group: ACME_GROUP, kind: 'Order', ...acme },
  { group: ACME_GROUP, kind: 'Challenge', ...acme },
];
