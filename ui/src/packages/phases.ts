/** Phases of deployments: their order, their shapes and colours, and the counts to show. */
import type { ObjectStatus, PackagePhase, PhaseNumbersFragment } from '../graph/graphql.ts';

export interface CountedPhase {
  readonly phase: PackagePhase;
  readonly of: (counts: PhaseNumbersFragment) => number;
}

export const WORST_FIRST: readonly CountedPhase[] = [
  { phase: 'FAILED', of: ({ failed }) => failed },
  { phase: 'SYNC_FAILED', of: ({ syncFailed }) => syncFailed },
  { phase: 'UNKNOWN', of: ({ unknown }) => unknown },
  { phase: 'TERMINATING', of: ({ terminating }) => terminating },
  { phase: 'OUTDATED', of: ({ outdated }) => outdated },
  { phase: 'SYNCING', of: ({ syncing }) => syncing },
  { phase: 'RECONCILING', of: ({ reconciling }) => reconciling },
  { phase: 'READY', of: ({ ready }) => ready },
];

/** All phases except READY. */
export const UNWELL: readonly PackagePhase[] = WORST_FIRST.flatMap(({ phase }) => (phase === 'READY' ? [] : [phase]));

export const STATUS_OF: Readonly<Record<PackagePhase, ObjectStatus>> = {
  FAILED: 'FAILED',
  SYNC_FAILED: 'FAILED',
  UNKNOWN: 'UNKNOWN',
  TERMINATING: 'TERMINATING',
  OUTDATED: 'IN_PROGRESS',
  SYNCING: 'IN_PROGRESS',
  RECONCILING: 'IN_PROGRESS',
  READY: 'CURRENT',
};

/** Phases that a table needs as columns: FAILED, READY, and every phase that occurs in a row. */
export function phasesOf(rows: readonly { readonly phaseCounts: PhaseNumbersFragment }[]): readonly CountedPhase[] {
  return WORST_FIRST.filter(
    ({ phase, of }) => phase === 'FAILED' || phase === 'READY' || rows.some(({ phaseCounts }) => of(phaseCounts) > 0),
  );
}

/** Sorts by the number of deployments in the worst phase, highest first. Equal numbers are sorted by the next phase. */
export function byPhase(a: PhaseNumbersFragment, b: PhaseNumbersFragment): number {
  for (const { phase, of } of WORST_FIRST) {
    const difference = of(b) - of(a);
    if (phase !== 'READY' && difference !== 0) return difference;
  }
  return 0;
}

export interface Repository<Line> {
  readonly address: string;
  readonly packages: readonly Line[];
}

/** Groups packages by repository. Sorts the repositories, and the packages of each repository, worst first. */
export function repositoriesOf<
  Line extends { readonly address: string; readonly directory: string; readonly phaseCounts: PhaseNumbersFragment },
>(packages: readonly Line[]): readonly Repository<Line>[] {
  return [...Map.groupBy(packages, ({ address }) => address)]
    .map(([address, own]) => ({
      address,
      packages: own.toSorted((a, b) => byPhase(a.phaseCounts, b.phaseCounts) || (a.directory < b.directory ? -1 : 1)),
    }))
    .toSorted(
      (a, b) => byPhase(a.packages[0]!.phaseCounts, b.packages[0]!.phaseCounts) || (a.address < b.address ? -1 : 1),
    );
}

/** Name of a package as people write it: address and directory. */
export function packageName({ address, directory }: { readonly address: string; readonly directory: string }): string {
  return directory === '' ? address : `${address}//${directory}`;
}

/** Short form of a revision. A bare commit is cut to 7 digits. */
export function shortCommit(revision: string): string {
  return /^[0-9a-f]{40}$/.test(revision)
    ? revision.slice(0, 7)
    : revision.replace(/\b(sha1|sha256|sha512):([0-9a-f]{7})[0-9a-f]+/g, '$1:$2');
}
