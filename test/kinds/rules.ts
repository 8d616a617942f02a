/**
 * The table of all status rules in docs/status-rules.md. Each rule has links to the source files that it follows, and
 * the number of its test vectors, of healthy vectors and of broken vectors.
 *
 * `node test/kinds/rules.ts` writes the page, as part of `make generate`. A test fails if the page is out of date.
 */
import { writeFileSync } from 'node:fs';
import type { Kind } from '../../kinds/kind.ts';
import { KINDS, kindOf, OTHER_KINDS } from '../../kinds/registry.ts';
import { formatMarkdown } from '../harness/format-markdown.ts';
import { VECTORS } from './vectors/all.ts';

export const PAGE = new URL('../../docs/status-rules.md', import.meta.url);

export interface Rule {
  readonly group: string;
  /** Name of the kind. `*` stands for all other kinds of the group. */
  readonly kind: string;
  /** Repository of the controller. */
  readonly project: string;
  readonly sources: readonly string[];
  readonly vectors: number;
  /** Number of vectors that are CURRENT and not suspended. */
  readonly healthy: number;
  /** Number of vectors that are FAILED. */
  readonly broken: number;
  readonly neverFails?: string;
}

/**
 * Repositories with rules for kinds of other projects. A rule that names only these repositories is for a kind of
 * Kubernetes, unless OF_ARGO_CD matches its source.
 */
const COLLECTIONS = ['kubernetes-sigs/cli-utils', 'argoproj/gitops-engine', 'argoproj/argo-cd'];
const OF_ARGO_CD = /resource_customizations\/argoproj[.]io|pkg\/apis\/application/;

export const RULES: readonly Rule[] = [...KINDS, OTHER_KINDS].flatMap(entry => (entry.words ? [ruleOf(entry)] : []));

function ruleOf(entry: Kind): Rule {
  const { group, kind } = entry;
  const { source, neverFails } = entry.words!;
  const vectors = VECTORS.filter(vector => {
    const [ofGroup = '', ofKind = ''] = vector.kind.split('/');
    return kindOf({ group: ofGroup, kind: ofKind }) === entry;
  });
  return {
    ...{ group, kind, project: projectOf(source), sources: urlsOf(source), vectors: vectors.length },
    healthy: vectors.filter(({ status, suspended }) => status === 'CURRENT' && !suspended).length,
    broken: vectors.filter(({ status }) => status === 'FAILED').length,
    ...(neverFails !== undefined && { neverFails }),
  };
}

function projectOf(source: string): string {
  if (OF_ARGO_CD.test(source)) return 'argoproj/argo-cd';
  const repositories = partsOf(source).map(({ repository }) => repository);
  return repositories.find(repository => !COLLECTIONS.includes(repository)) ?? 'kubernetes/kubernetes';
}

/**
 * URLs of the files in a source. The form is `owner/repository: path (names), path; owner/repository: path`.
 * @throws Error if a repository or its first path is missing
 */
export function urlsOf(source: string): readonly string[] {
  return partsOf(source).flatMap(({ repository, files }) => {
    let folder = '';
    return files.map(file => {
      const path = /^[\w./@#-]+/.exec(file)?.[0] ?? '';
      if (!path.includes('/') && folder === '')
        throw new Error(`The source "${source}" has no path in ${repository}: "${file}".`);
      const whole = path.includes('/') ? path : `${folder}${path}`;
      folder = /[.]\w+$/.test(whole) ? whole.slice(0, whole.lastIndexOf('/') + 1) : `${whole}/`;
      return `https://github.com/${repository}/blob/HEAD/${whole}`;
    });
  });
}

function partsOf(source: string): readonly { readonly repository: string; readonly files: readonly string[] }[] {
  return split(source, ';').map(part => {
    const [, repository, files] = /^([\w-]+\/[\w.-]+): (.+)$/.exec(part) ?? [];
    if (repository === undefined || files === undefined)
      throw new Error(`The source "${part}" does not begin with a repository.`);
    return { repository, files: split(files, ',') };
  });
}

/** Splits a text at separators outside of parentheses. */
function split(text: string, separator: ',' | ';'): readonly string[] {
  return text.split(separator === ',' ? /,\s+(?![^(]*\))/ : /;\s+(?![^(]*\))/);
}

export async function rulesPage(): Promise<string> {
  const projects = [...Map.groupBy(RULES, ({ project }) => project)].sort(([a], [b]) => (a < b ? -1 : 1));
  const sum = (rules: readonly Rule[], of: 'vectors' | 'healthy' | 'broken') =>
    rules.reduce((all, rule) => all + rule[of], 0);
  const counts = (rules: readonly Rule[]) =>
    `${sum(rules, 'vectors')} | ${sum(rules, 'healthy')} | ${sum(rules, 'broken')} |`;
  const overview = projects.map(([project, rules]) => `| ${project} | ${rules.length} | ${counts(rules)}`);
  const text = [
    HEADER,
    '| Project | Rules | Vectors | Healthy | Broken |\n| --- | ---: | ---: | ---: | ---: |',
    ...overview,
    `| all | ${RULES.length} | ${counts(RULES)}`,
    ...projects.map(([project, rules]) => section(project, rules)),
  ].join('\n');
  return formatMarkdown(text);
}

function section(project: string, rules: readonly Rule[]): string {
  const sources = [...new Set(rules.flatMap(rule => rule.sources))].sort();
  const lines = rules.map(({ group, kind, sources: of, vectors, healthy, broken, neverFails }) => {
    const numbers = of.map(url => sources.indexOf(url) + 1).sort((a, b) => a - b);
    const name = kind === '*' ? 'all other kinds' : kind;
    return `| ${group.replaceAll('*', '\\*')} | ${name} | ${numbers.join(', ')} | ${vectors} | ${healthy} | ${neverFails === undefined ? broken : 'never'} |`;
  });
  const reasons = Map.groupBy(
    rules.filter(({ neverFails }) => neverFails !== undefined),
    ({ neverFails }) => neverFails,
  );
  const never = [...reasons].map(
    ([why, of]) => `\n${of.map(({ kind }) => kind).join(', ')}: never \`FAILED\`, since ${why}.\n`,
  );
  const header = '| Group | Kind | Sources | Vectors | Healthy | Broken |\n| --- | --- | --- | ---: | ---: | ---: |';
  return [
    '',
    `## ${project}`,
    '',
    header,
    ...lines,
    ...never,
    '',
    'Sources:',
    '',
    ...sources.map((url, i) => `${i + 1}. ${url}`),
  ].join('\n');
}

const HEADER = `<!-- Written by \`make generate\` from kinds/ and test/kinds/vectors/. -->

# Status rules, their sources and their tests

[status.md](status.md) says what each rule is. This page says what it follows, and how it is tested: with objects as
controllers leave them, called vectors. A healthy vector is \`CURRENT\` and not suspended. A broken one is \`FAILED\`.
The other vectors are in progress, terminating, unknown or suspended. Each line of each table decides at least one.

The sources are files of the controller, which writes the status, and rules of other tools for the same kind. The links
lead to the newest version of a file.
`;

if (import.meta.main) writeFileSync(PAGE, await rulesPage());
