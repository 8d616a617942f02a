/** Messages that a kind takes from fields other than its conditions and phase. */
import { describe, expect, it } from '@jest/globals';
import { resource, row } from './fixtures.ts';
import { is } from './vectors/vector.ts';

const messageOf = (name: string, status: object, metadata: object = {}): string => {
  const [group = '', kind = ''] = name.split('/');
  return row(resource(group, kind), { metadata: { name: 'web', namespace: 'shop', ...metadata }, spec: {}, status })
    .message;
};

describe('the message of', () => {
  it.each<[string, string, object, string]>([
    [
      'velero.io/Backup',
      'the errors and warnings',
      { phase: 'PartiallyFailed', errors: 3, warnings: 1 },
      '3 errors, 1 warning',
    ],
    ['velero.io/Backup', 'a warning alone', { phase: 'Completed', errors: 0, warnings: 2 }, '2 warnings'],
    ['velero.io/Backup', 'nothing where all went well', { phase: 'Completed' }, ''],
    [
      'velero.io/Backup',
      'why it is not valid',
      { phase: 'FailedValidation', validationErrors: ['no place', 'no name'] },
      'no place; no name',
    ],
    ['velero.io/Backup', 'why it failed', { phase: 'Failed', failureReason: 'no space', errors: 3 }, 'no space'],
    [
      'velero.io/Schedule',
      'why it is not valid',
      { phase: 'FailedValidation', validationErrors: ['bad cron'] },
      'bad cron',
    ],
    ['velero.io/DeleteBackupRequest', 'its errors', { phase: 'Processed', errors: ['no access'] }, 'no access'],
    [
      'ceph.rook.io/CephCluster',
      'the health checks that failed',
      {
        ceph: {
          health: 'HEALTH_ERR',
          details: {
            MON_DOWN: { message: '1/3 mons down', severity: 'HEALTH_ERR' },
            OSD_DOWN: { message: '1 osds down', severity: 'HEALTH_WARN' },
          },
        },
      },
      'MON_DOWN: 1/3 mons down',
    ],
    [
      'ceph.rook.io/CephCluster',
      'the health checks that warn',
      { ceph: { health: 'HEALTH_WARN', details: { OSD_DOWN: { message: '1 osds down', severity: 'HEALTH_WARN' } } } },
      'OSD_DOWN: 1 osds down',
    ],
    [
      'ceph.rook.io/CephCluster',
      'its own without details',
      { message: 'down', ceph: { health: 'HEALTH_ERR', details: 7 } },
      'down',
    ],
    [
      'pxc.percona.com/PerconaXtraDBCluster',
      'the texts of a list',
      { state: 'error', message: ['pxc: Back-off', 7, ''] },
      'pxc: Back-off',
    ],
    [
      'cdi.kubevirt.io/DataVolume',
      'why its import failed',
      { phase: 'Failed', conditions: [is('Running', 'False', 'Error'), is('Ready', 'False')] },
      'message of Running',
    ],
    [
      'cdi.kubevirt.io/DataVolume',
      'why its import does not run',
      { phase: 'ImportScheduled', conditions: [is('Running', 'False', 'Error')] },
      'message of Running',
    ],
    [
      'cdi.kubevirt.io/DataVolume',
      'how far it is',
      { phase: 'ImportInProgress', progress: '7%', conditions: [is('Running', 'True')] },
      '7%',
    ],
    [
      'kubevirt.io/VirtualMachine',
      'why it fails',
      { printableStatus: 'CrashLoopBackOff', conditions: [is('Ready', 'False'), is('Failure', 'True')] },
      'message of Failure',
    ],
    [
      'projectcontour.io/HTTPProxy',
      'its first error',
      {
        currentStatus: 'invalid',
        description: 'see errors',
        conditions: [{ ...is('Valid', 'False'), errors: [{ message: 'no service' }] }],
      },
      'no service',
    ],
    [
      'projectcontour.io/HTTPProxy',
      'its description',
      { currentStatus: 'orphaned', description: 'no root' },
      'no root',
    ],
    [
      'fleet.cattle.io/Bundle',
      'the cluster that failed',
      {
        display: { state: 'ErrApplied' },
        conditions: [{ type: 'Ready', status: 'False', message: 'ErrApplied(1) [local: boom]' }],
      },
      'ErrApplied(1) [local: boom]',
    ],
    [
      'kappctrl.k14s.io/App',
      'the error of the tool that failed',
      { usefulErrorMessage: 'kapp: timed out', conditions: [{ type: 'ReconcileFailed', status: 'True' }] },
      'kapp: timed out',
    ],
    [
      'sparkoperator.k8s.io/SparkApplication',
      'its error',
      { applicationState: { state: 'FAILED', errorMessage: 'no driver' } },
      'no driver',
    ],
    [
      'flink.apache.org/FlinkDeployment',
      'its error',
      { lifecycleState: 'FAILED', error: 'no savepoint' },
      'no savepoint',
    ],
    [
      'route.openshift.io/Route',
      'the router that refused it',
      { ingress: [{ routerName: 'default', conditions: [is('Admitted', 'False', 'HostAlreadyClaimed')] }] },
      'default: message of Admitted',
    ],
    [
      'storage.k8s.io/VolumeAttachment',
      'its error',
      { attached: false, attachError: { message: 'no disk' } },
      'no disk',
    ],
  ])('%s is %s', (name, _what, status, message) => expect(messageOf(name, status)).toBe(message));

  it('a VolumeAttachment that is deleted tells why its volume is not detached', () => {
    const deleted = { deletionTimestamp: '2026-11-21T11:00:00Z', finalizers: ['external-attacher/disk'] };
    const name = 'storage.k8s.io/VolumeAttachment';
    expect(messageOf(name, { attached: true, detachError: { message: 'busy' } }, deleted)).toBe('busy');
    expect(messageOf(name, { attached: true }, deleted)).toBe(
      'deletion was requested; waiting for external-attacher/disk',
    );
  });
});
