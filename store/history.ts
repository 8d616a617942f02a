/**
 * History: the latest status changes of each object that applies a package.
 *
 * A store writes the history beside the row, in the same batch. So a history never describes a row that was not stored.
 * The history is deleted with the row. An object with another UID starts a new history. Gateways read histories from
 * the store for the rows that a caller requests.
 *
 * A leaf decides how often its objects change. So a history is bounded in number of changes, age and length. A
 * collector counts the maximum length against the cluster's budget (collector/content-budget.ts).
 *
 * Spelling: a line with the UID, then a line for each change, newest first. scripts/parts/histories.lua follows the
 * rules of historyAfter() in Redis.
 */
import { packText, packUid, unpackText } from './packed.ts';
import { OBJECT_STATUSES, type Row, type StatusChange } from './store.ts';

export const MAX_CHANGES = 32;
export const HISTORY_AGE_MS = 7 * 86_400_000;
/** Maximum bytes of the changes of one object. */
export const MAX_HISTORY_LENGTH = 8_192;

/** Kinds that apply packages. Other kinds get no history, because each history takes memory in Redis. */
const KINDS: ReadonlySet<string> = new Set([
  'configsync.gke.io/RootSync',
  'configsync.gke.io/RepoSync',
  'kpt.dev/ResourceGroup',
  'kustomize.toolkit.fluxcd.io/Kustomization',
  'helm.toolkit.fluxcd.io/HelmRelease',
  'argoproj.io/Application',
]);

export function hasHistory({ group, kind }: Pick<Row, 'group' | 'kind'>): boolean {
  return KINDS.has(`${group}/${kind}`);
}

/**
 * The history of a row that is being stored. Returns the given history if its newest change has the UID and the state
 * of the row.
 */
export function historyAfter(row: Row, history: string | undefined): string {
  const uid = spellUid(row);
  const newest = spellChange(row);
  const [knownUid, ...earlier] = history?.split('\n') ?? [];
  if (history === undefined || knownUid !== uid) return `${uid}\n${newest}`;
  if (earlier[0] !== undefined && stateOf(earlier[0]) === stateOf(newest)) return history;
  const lines = [newest];
  let length = Buffer.byteLength(newest);
  for (const line of earlier) {
    length += Buffer.byteLength(line) + 1;
    if (lines.length === MAX_CHANGES || length > MAX_HISTORY_LENGTH || atOf(line) < row.syncedAt - HISTORY_AGE_MS)
      break;
    lines.push(line);
  }
  return [uid, ...lines].join('\n');
}

/** @throws RangeError if the text cannot be read */
export function decodeHistory(history: string): readonly StatusChange[] {
  return history.split('\n').slice(1).map(decodeChange);
}

/** The changes that are at most HISTORY_AGE_MS old at the time `now`. The newest change always stays. */
export function recentChanges(changes: readonly StatusChange[], now: number): readonly StatusChange[] {
  return changes.filter(({ at }, i) => i === 0 || at >= now - HISTORY_AGE_MS);
}

export function spellUid({ uid }: Row): string {
  return packUid(uid);
}

/** Spells the state of a row. The text after the last tab is the time of the state. */
export function spellChange({ status, suspended, reason, revision, syncedAt }: Row): string {
  const flags = OBJECT_STATUSES.indexOf(status) + (suspended ? OBJECT_STATUSES.length : 0);
  return `${flags}\t${packText(reason)}\t${packText(revision)}\t${syncedAt}`;
}

function decodeChange(line: string): StatusChange {
  const [flags = '', reason = '', revision = '', at = '', ...more] = line.split('\t');
  const status = OBJECT_STATUSES[Number(flags) % OBJECT_STATUSES.length];
  if (!/^\d$/.test(flags) || !status || !/^-?\d+(\.\d+)?$/.test(at) || more.length > 0)
    throw new RangeError('a change of another shape');
  const suspended = Number(flags) >= OBJECT_STATUSES.length;
  return { at: Number(at), status, suspended, reason: unpackText(reason), revision: unpackText(revision) };
}

function stateOf(line: string): string {
  return line.slice(0, line.lastIndexOf('\t'));
}

function atOf(line: string): number {
  return Number(line.slice(line.lastIndexOf('\t') + 1));
}
