/** Texts of the page of restarts, and of the restarts on the overview. */
import { counted } from '../format/count.ts';

export const restartTexts = {
  title: 'Restarts',
  search: 'Filter by a query',
  reading: 'Reading the restarts…',
  none: 'No Pod that you may see has restarted containers.',
  noneFound: 'No Pod that matches has restarted containers.',
  how: 'Pods whose containers restarted, most restarts first. A new Pod begins at 0.',
  total: (count: number) => `${counted(count)} ${count === 1 ? 'Pod has' : 'Pods have'} restarted containers.`,
  more: 'All of them',
  firstPage: 'First page',
  nextPage: 'Next page',
  restarts: 'Restarts',
  pod: 'Pod',
  container: 'Container',
  ended: 'Last end',
  reason: 'Reason',
  times: (count: number) => `${counted(count)} ${count === 1 ? 'restart' : 'restarts'}`,
  end: (reason: string | null, exitCode: number | null) =>
    [...(reason === null ? [] : [reason]), ...(exitCode === null ? [] : [`exit code ${exitCode}`])].join(', '),
};
