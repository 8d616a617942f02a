import { conditions, is, JUST_NOW, LONG_AGO, vectors } from './vector.ts';

export const certManager = [
  ...vectors(
    'cert-manager.io/Certificate',
    ['ready', conditions(is('Ready', 'True', 'Ready', { observedGeneration: 2 })), 'CURRENT', 'Ready'],
    [
      'just created',
      conditions(is('Ready', 'False', 'DoesNotExist'), is('Issuing', 'True', 'DoesNotExist')),
      'IN_PROGRESS',
      'DoesNotExist',
    ],
    [
      'just created, before it is issued',
      conditions(is('Ready', 'False', 'DoesNotExist')),
      'IN_PROGRESS',
      'DoesNotExist',
    ],
    [
      'that is renewed',
      conditions(is('Ready', 'True', 'Ready'), is('Issuing', 'True', 'Renewing')),
      'IN_PROGRESS',
      'Renewing',
    ],
    ['expired', conditions(is('Ready', 'False', 'Expired')), 'FAILED', 'Expired'],
    ['refused, for hours', conditions(is('Ready', 'False', 'Failed')), 'FAILED', 'Failed'],
    [
      'whose first issuance failed',
      {
        status: {
          conditions: [is('Ready', 'False', 'DoesNotExist'), is('Issuing', 'False', 'Failed')],
          lastFailureTime: LONG_AGO,
          failedIssuanceAttempts: 7,
        },
      },
      'FAILED',
      'Failed',
    ],
    [
      'that is tried again after a failure',
      {
        status: {
          conditions: [is('Ready', 'False', 'DoesNotExist'), is('Issuing', 'True', 'DoesNotExist')],
          lastFailureTime: JUST_NOW,
        },
      },
      'FAILED',
      'DoesNotExist',
    ],
    [
      'that never failed, as Go writes it',
      {
        status: {
          conditions: [is('Ready', 'False', 'DoesNotExist'), is('Issuing', 'True', 'DoesNotExist')],
          lastFailureTime: '0001-01-01T00:00:00Z',
        },
      },
      'IN_PROGRESS',
      'DoesNotExist',
    ],
    [
      'whose renewal was denied',
      {
        status: {
          conditions: [is('Ready', 'True', 'Ready'), is('Issuing', 'False', 'Denied')],
          lastFailureTime: LONG_AGO,
        },
      },
      'FAILED',
      'Denied',
    ],
    [
      'whose renewal succeeded',
      { status: { conditions: [is('Ready', 'True', 'Ready'), is('Issuing', 'False', 'Issued')] } },
      'CURRENT',
      'Ready',
    ],
    [
      'whose renewal is tried again',
      {
        status: {
          conditions: [is('Ready', 'True', 'Ready'), is('Issuing', 'True', 'Renewing')],
          lastFailureTime: LONG_AGO,
        },
      },
      'IN_PROGRESS',
      'Renewing',
    ],
    ['whose issuance failed without a time', conditions(is('Issuing', 'False', 'Failed')), 'FAILED', 'Failed'],
    ['never looked at', {}, 'IN_PROGRESS', 'NotReconciled'],
    [
      'of an older generation',
      conditions(is('Ready', 'True', 'Ready', { observedGeneration: 1 })),
      'IN_PROGRESS',
      'LatestGenerationNotObserved',
    ],
  ),
  ...vectors(
    'cert-manager.io/CertificateRequest',
    ['issued', conditions(is('Approved', 'True'), is('Ready', 'True', 'Issued')), 'CURRENT', 'Issued'],
    ['pending', conditions(is('Ready', 'False', 'Pending')), 'IN_PROGRESS', 'Pending'],
    ['failed', conditions(is('Ready', 'False', 'Failed')), 'FAILED', 'Failed'],
    [
      'denied',
      conditions(is('Denied', 'True', 'policy.cert-manager.io'), is('Ready', 'False', 'Denied')),
      'FAILED',
      'policy.cert-manager.io',
    ],
    ['invalid', conditions(is('InvalidRequest', 'True', 'Bad')), 'FAILED', 'Bad'],
    ['never looked at', {}, 'IN_PROGRESS', 'NotReconciled'],
  ),
  ...['Issuer', 'ClusterIssuer'].flatMap(kind =>
    vectors(
      `cert-manager.io/${kind}`,
      ['ready', conditions(is('Ready', 'True', 'ACMEAccountRegistered')), 'CURRENT', 'ACMEAccountRegistered'],
      [
        'without its account',
        conditions(is('Ready', 'False', 'ErrRegisterACMEAccount')),
        'FAILED',
        'ErrRegisterACMEAccount',
      ],
      ['never looked at', {}, 'IN_PROGRESS', 'NotReconciled'],
    ),
  ),
  ...['Order', 'Challenge'].flatMap(kind =>
    vectors(
      `acme.cert-manager.io/${kind}`,
      ['valid', { status: { state: 'valid' } }, 'CURRENT', 'valid'],
      ['invalid', { status: { state: 'invalid', reason: 'no such record' } }, 'FAILED', 'invalid'],
      ['pending', { status: { state: 'pending', reason: 'waiting for propagation' } }, 'IN_PROGRESS', 'pending'],
      ['never looked at', {}, 'IN_PROGRESS', 'pending'],
    ),
  ),
];

export const externalSecrets = [
  ...vectors(
    'external-secrets.io/ExternalSecret',
    ['synced', conditions(is('Ready', 'True', 'SecretSynced')), 'CURRENT', 'SecretSynced'],
    ['that cannot be read', conditions(is('Ready', 'False', 'SecretSyncedError')), 'FAILED', 'SecretSyncedError'],
    ['never looked at', {}, 'IN_PROGRESS', 'NotReconciled'],
  ),
  ...vectors(
    'external-secrets.io/ClusterExternalSecret',
    ['synced', conditions(is('Ready', 'True')), 'CURRENT', ''],
    ['that is nowhere', conditions(is('NotReady', 'True')), 'FAILED', 'NotReady'],
    ['that is in a part of its namespaces', conditions(is('PartiallyReady', 'True')), 'FAILED', 'PartiallyReady'],
  ),
  ...['PushSecret', 'ClusterPushSecret'].flatMap(kind =>
    vectors(
      `external-secrets.io/${kind}`,
      ['synced', conditions(is('Ready', 'True', 'Synced')), 'CURRENT', 'Synced'],
      ['that failed', conditions(is('Ready', 'False', 'Errored')), 'FAILED', 'Errored'],
    ),
  ),
  ...['SecretStore', 'ClusterSecretStore'].flatMap(kind =>
    vectors(
      `external-secrets.io/${kind}`,
      ['valid', conditions(is('Ready', 'True', 'Valid')), 'CURRENT', 'Valid'],
      [
        'without credentials',
        conditions(is('Ready', 'False', 'InvalidProviderConfig')),
        'FAILED',
        'InvalidProviderConfig',
      ],
    ),
  ),
];
