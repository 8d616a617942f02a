/** Texts of the overview. */
import { counted } from '../format/count.ts';

const many = (count: number, one: string, more: string): string => `${counted(count)} ${count === 1 ? one : more}`;
const clusters = (count: number): string => many(count, 'cluster', 'clusters');
const failed = (count: number): string => many(count, 'failed object', 'failed objects');

export const overviewTexts = {
  title: 'Overview',
  reading: 'Reading the state of the fleet…',
  notRefreshed: (message: string) => `Not refreshed: ${message}`,
  nothing: 'There is no cluster on which you may see anything.',
  whyNothing:
    'Either the clusters are still being read (the line at the top says so), or their RBAC lets you list nothing.',
  myAccess: 'See what you may list',

  figures: 'Figures',
  figure: {
    failed: 'failed',
    inProgress: 'in progress',
    suspended: 'suspended',
    objects: 'objects',
    upToDate: 'clusters up to date',
  },
  outOf: (part: number, all: number) => `${counted(part)}/${counted(all)}`,

  health: 'Clusters',
  healthWords: (withFailures: number, all: number, notCovered: number) => {
    const uncovered =
      notCovered === 0 ? '' : ` ${counted(notCovered)} ${notCovered === 1 ? 'is' : 'are'} not up to date: dashed.`;
    if (withFailures === 0)
      return `Nothing has failed on ${all === 1 ? 'the cluster' : `any of ${clusters(all)}`}.${uncovered}`;
    if (withFailures === all)
      return `${all === 1 ? 'The cluster has' : `All ${clusters(all)} have`} failed objects.${uncovered}`;
    return `${counted(withFailures)} of ${clusters(all)} ${withFailures === 1 ? 'has' : 'have'} failed objects.${uncovered}`;
  },
  /** Text after the number of failed objects. */
  tile: (all: number, state: string | undefined) =>
    `${all === 0 ? 'failed; no objects that you may see' : `failed of ${many(all, 'object', 'objects')}`}${state === undefined ? '' : `; ${state.toLowerCase()}`}`,
  notCounted: 'not counted',
  noEnvironment: 'No environment',
  environment: (count: number, failures: number) =>
    `${clusters(count)}${failures === 0 ? ', nothing failed' : `, ${failed(failures)}`}`,
  beyond: (count: number) => `${clusters(count)} more are not shown here.`,

  causes: 'Failed, by cause',
  noReason: 'without a reason',
  teams: 'Failed, by team',
  teamsBy: (key: string) => `by the label ${key}`,
  namespaces: 'Failed, by namespace',
  noTeam: 'without the label',
  noneFailed: 'No object has failed.',
  failed: 'failed',
  more: 'All of them',

  changes: 'Changed in the last hour',
  changesOf: 'Objects that apply packages, by the time of their last change.',
  noChanges: 'No object that applies a package has changed.',
  chart: (count: number, steps: string) =>
    `${many(count, 'change', 'changes')} in the last hour${steps === '' ? '' : `: ${steps}`}. See all`,
  step: (time: string, count: number, failures: number) =>
    `${time} ${counted(count)}${failures === 0 ? '' : ` (${counted(failures)} failed)`}`,
  latest: (shown: number, all: number) => `The latest ${counted(shown)} of ${counted(all)}.`,
  start: '1 h ago',
  end: 'now',

  behind: 'Lags behind',
  nothingBehind: 'Every package is at its expected revision, as far as it is known.',
  behindOn: (count: number) => `on ${clusters(count)}`,
  since: (span: string) => `since ${span}`,
  unknownPackage: 'Package not known',
  readBehind: (shown: number, all: number) =>
    `Of ${counted(all)} deployments, the first ${counted(shown)} are counted.`,

  attention: 'Needs attention',
  readingAttention: 'Reading packages and policies…',
  noAttention: 'No package, policy or placement needs attention.',
  deployments: (count: number, words: string) =>
    `${many(count, 'deployment of a package', 'deployments of packages')} ${words}`,
  phase: { FAILED: 'failed', SYNC_FAILED: 'cannot be applied', UNKNOWN: 'of unknown state' },
  policies: (count: number, words: string) => `${many(count, 'policy', 'policies')} ${words}`,
  standing: {
    CONFLICTED: 'in conflict with an older one',
    TARGET_NOT_FOUND: 'without a target',
    NOT_ACCEPTED: 'not accepted',
    NO_EFFECT: 'without effect',
  } as Readonly<Record<string, string>>,
  somePolicies: (shown: number, all: number) =>
    `Only ${counted(shown)} of ${counted(all)} nodes of the policies were looked at.`,
  mesh: (count: number) => `${many(count, 'fault', 'faults')} in the mesh configuration`,
  placed: (count: number, words: string) => `${many(count, 'placed workload', 'placed workloads')} ${words}`,
  placement: { FAILED: 'failed', UNSCHEDULABLE: 'without a cluster', UNKNOWN: 'of unknown state' } as Readonly<
    Record<string, string>
  >,
  incomplete: 'Some clusters are not read completely, so there may be more.',

  uncovered: 'Not covered',
  covered: 'Every cluster is up to date.',
  moreUncovered: (count: number) => `And ${clusters(count)} more.`,
};
