/**
 * Recorded results of the status rules for the objects in vectors/. For each kind, `answers.json` holds the version of
 * its rules, a digest of each object, and a digest of the rows of the object and its variants().
 *
 * If results changed under an unchanged version, stored rows would stay stale. A test therefore compares the results.
 * `node test/kinds/answers.ts` records only new objects, and kinds with a new version.
 */
import { createHash } from 'node:crypto';
import { readFileSync, writeFileSync } from 'node:fs';
import { kindOf, rulesOf } from '../../kinds/registry.ts';
import { toRow } from '../../kinds/row.ts';
import { isRecord, list } from '../../kinds/untrusted.ts';
import { VECTORS } from './vectors/all.ts';
import type { Json } from './vectors/vector.ts';

export interface Answers {
  readonly rules: string;
  /** Digests of rows by the digest of the object. */
  readonly answers: Readonly<Record<string, string>>;
}
/** Results by group and kind. */
export type Recorded = Readonly<Record<string, Answers>>;

const FILE = new URL('answers.json', import.meta.url);
const NOW = Date.parse('2026-11-21T12:00:00Z');

export function recorded(): Recorded {
  return JSON.parse(readFileSync(FILE, 'utf8')) as Recorded;
}

/** Current results of the rules. */
export function answersNow(): Recorded {
  const found: Record<string, { rules: string; answers: Record<string, string> }> = {};
  for (const { kind: name, object } of VECTORS) {
    const [group = '', kind = ''] = name.split('/');
    const resource = { group, version: 'v1', kind, plural: 'things', namespaced: true };
    const rows = variants(object).map(variant => toRow('leaf', resource, variant, NOW));
    const of = (found[name] ??= { rules: rulesOf(kindOf({ group, kind })), answers: {} });
    of.answers[digest(object)] = digest(rows);
  }
  return found;
}

/** Kinds whose results changed without a new version. */
export function forgotten(before: Recorded, now: Recorded): readonly string[] {
  return Object.entries(before).flatMap(([kind, { rules, answers }]) => {
    const changed =
      now[kind]?.rules === rules &&
      Object.entries(answers).some(([object, answer]) => {
        const answered = now[kind]?.answers[object];
        return answered !== undefined && answered !== answer;
      });
    return changed ? [kind] : [];
  });
}

/** The object and variants of it: with other generations and conditions, suspended, and being deleted. */
function variants(object: Json): readonly Json[] {
  const { metadata, spec, status } = object as { metadata: Json; spec: Json; status?: Json };
  const conditions = isRecord(status) ? list(status['conditions']).filter(isRecord) : [];
  const withConditions = (changed: readonly unknown[]) => ({ ...object, status: { ...status, conditions: changed } });
  return [
    object,
    { ...object, metadata: { ...metadata, generation: 9 } },
    { ...object, metadata: { ...metadata, deletionTimestamp: '2026-11-21T11:00:00Z' } },
    { ...object, spec: { ...spec, suspend: true, paused: true, unschedulable: true } },
    { ...object, status: { ...status, observedGeneration: 1 } },
    ...conditions.map(one => withConditions(conditions.filter(other => other !== one))),
    ...conditions.flatMap(one =>
      ['True', 'False', 'Unknown'].map(state =>
        withConditions(conditions.map(other => (other === one ? { ...one, status: state } : other))),
      ),
    ),
    ...conditions.map(one =>
      withConditions(conditions.map(other => (other === one ? { ...one, reason: 'Other' } : other))),
    ),
  ];
}

function digest(value: unknown): string {
  return createHash('sha256').update(JSON.stringify(value)).digest('hex').slice(0, 12);
}

if (import.meta.main) {
  const now = answersNow();
  const kinds = forgotten(recorded(), now);
  if (kinds.length > 0)
    throw new Error(
      `The rules of ${kinds.join(', ')} give other rows than before. Raise \`rules\` of their entries in kinds/.`,
    );
  writeFileSync(FILE, `${JSON.stringify(now, undefined, 2)}\n`);
}
