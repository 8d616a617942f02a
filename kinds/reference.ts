/**
 * Generates docs/status.md from the entries of kinds/. For each kind with a rule, the page says when an object is
 * failed, in progress or suspended, and names the source of the rule. `make generate` writes the page. A test fails if
 * the committed page is outdated.
 */
import { MAX_CHARACTERS, MAX_STEPS, MAX_VALUES, VARIABLES } from './expression.ts';
import { HOLDS_OF_ANY_KIND } from './status-result.ts';
import type { Kind, Line } from './kind.ts';
import { KINDS, OTHER_KINDS } from './registry.ts';

const COLUMNS = 120;

export function statusReference(): string {
  const held = HOLDS_OF_ANY_KIND.map(({ when, stopsOnlyApply }) =>
    item(`It ${when}${stopsOnlyApply ? ': it is only not applied' : ''}.`, '- '),
  );
  const ruled = Map.groupBy(
    KINDS.filter(({ words }) => words),
    ({ words }) => words,
  );
  const rules = [...ruled.values()].map(entries => section(namesOf(entries), entries[0]!));
  return [HEADER, ...held, OWN_RULES, RULES, ...rules, section('All other kinds', OTHER_KINDS), ''].join('\n');
}

function section(title: string, { words, lines = [] }: Kind): string {
  const { source, failed, neverFails, inProgress, suspended } = words!;
  const outcomes = lines.length > 0 ? inOrder(lines) : [outcome('FAILED', failed), outcome('IN_PROGRESS', inProgress)];
  const never = neverFails === undefined ? [] : [`never \`FAILED\`: ${neverFails}.`];
  const held = suspended.length > 0 ? [`suspended: ${suspended.join('; ')}.`] : [];
  return [
    item(`**${title}**`, '- '),
    ...[...outcomes, ...never, ...held, `Source: ${source}.`]
      .filter(text => text !== '')
      .map(text => item(text, '  - ')),
  ].join('\n');
}

function outcome(status: string, when: readonly string[]): string {
  return when.length === 0 ? '' : `\`${status}\`: ${when.join('; ')}.`;
}

/** Combines neighbouring lines with the same outcome, because their order makes no difference. */
function inOrder(lines: readonly Line[]): readonly string[] {
  const runs: { then: string; when: string[] }[] = [];
  for (const { then, when } of lines) {
    if (runs.at(-1)?.then === then) runs.at(-1)!.when.push(when);
    else runs.push({ then, when: [when] });
  }
  return runs.map(({ then, when }) => outcome(then, when));
}

/** Names of kinds, such as "Backup, Restore (velero.io)". */
function namesOf(entries: readonly Kind[]): string {
  const byGroup = Map.groupBy(entries, ({ group }) => group);
  return [...byGroup]
    .map(([group, ofGroup]) => {
      const kinds = ofGroup.map(({ kind }) => (kind === '*' ? 'all other kinds' : kind)).join(', ');
      return group === '' ? kinds : `${kinds} (${group.replaceAll('*', '\\*')})`;
    })
    .join(', ');
}

/** A list item, wrapped at COLUMNS. Does not break lines inside backticks. */
function item(text: string, bullet: string): string {
  const indent = ' '.repeat(bullet.length);
  const lines = [''];
  for (const word of text.match(/(?:`[^`]*`|[^\s`])+/g) ?? []) {
    const line = lines.at(-1)!;
    const longer = line === '' ? word : `${line} ${word}`;
    if (line !== '' && indent.length + longer.length > COLUMNS) lines.push(word);
    else lines[lines.length - 1] = longer;
  }
  return bullet + lines.join(`\n${indent}`);
}

const HEADER = `<!-- Written by \`make generate\` from kinds/. -->

# What the status of an object means

The fields \`status\`, \`reason\` and \`message\` tell what an object's own status says, read as its project means it:
\`FAILED\` is what the project's own tool shows red. The rules below apply to a kind wherever it is
[collected](configuration.md#default-kinds). The first statement that holds decides. [status-rules.md](status-rules.md)
links the source of each rule, and counts its tests.

Before the rule of a kind:

- An object whose deletion was requested is \`TERMINATING\`.
- An object whose controller has not seen its latest generation is \`IN_PROGRESS\`, with the reason
  \`LatestGenerationNotObserved\`.
- An object whose status cannot be read is \`UNKNOWN\`, with the reason \`Malformed\`.

Everything else is \`CURRENT\`.

## Suspended

\`suspended\` is separate from the status: the object is held on purpose. Its \`reason\` tells how, unless it has failed:
then it tells why. Where the object is only not applied, its own controller goes on, and the reason is of the status, if
there is one. What holds a kind is below. What holds an object of any kind:
`;

const NUMBER = new Intl.NumberFormat('en-US');

const OWN_RULES = [
  '',
  '## Rules of your own',
  '',
  paragraph(`
    \`status.rules\` in the [configuration](configuration.md#status) says what the status of a kind follows, in
    [CEL](https://cel.dev) and in the form of the \`healthCheckExprs\` of a Flux Kustomization. Such a rule comes
    before the one that is listed below for the kind, and behind what is said above of deleted objects and of
    generations.`),
  `\`\`\`yaml
status:
  rules:
    - apiVersion: bitnami.com/v1alpha1
      kind: SealedSecret
      failed: status.conditions.exists(c, c.type == 'Synced' && c.status == 'False')
      current: status.conditions.exists(c, c.type == 'Synced' && c.status == 'True')
      message: status.conditions.filter(c, c.type == 'Synced')[0].message
    - apiVersion: wgpolicyk8s.io/v1alpha2
      kind: PolicyReport
      failed: summary.fail > 0 || summary.error > 0
      message: string(summary.fail) + ' checks failed'
\`\`\`

The expressions are evaluated in this order, and the first that is true decides:

1. \`inProgress\`: the object is \`IN_PROGRESS\`.
2. \`failed\`: the object is \`FAILED\`.
3. \`current\`: the object is \`CURRENT\`.
`,
  paragraph(`
    Where none is true, an object whose \`current\` is false is \`IN_PROGRESS\`, as in Flux. An expression that fails
    is not true, for instance since the object has no \`status\` yet. Where \`current\` fails or is not given, the rule
    below for the kind decides. So a rule may say only what fails. \`has(status.conditions)\` and
    \`status.?conditions.orValue([])\` say what an absent field means. \`current: 'true'\` says that no object of the
    kind fails, for instance no CronJob by its last run.`),
  paragraph(`
    The reason of an object that is \`FAILED\` or \`IN_PROGRESS\` by such a rule is \`StatusRule\`. Its message is what
    \`message\` gives. Without one it is the message that the rule below has for the same status.`),
  paragraph(`
    Expressions read the fields \`${VARIABLES.join('`, `')}\` of the object, without \`metadata.managedFields\`. Whole
    numbers are of type int. A rule is for all versions of its group. There can be none for Secrets and ConfigMaps, of
    which fleetgraph reads the metadata alone.`),
  paragraph(`
    A leaf decides how large its objects are, so evaluation is bounded: ${NUMBER.format(MAX_STEPS)} steps for an
    object, and ${NUMBER.format(MAX_VALUES)} values and ${NUMBER.format(MAX_CHARACTERS)} characters in the fields that
    the rule reads. Beyond that the expressions fail. Regular expressions (\`matches\`) cannot be bounded so and are not
    available.`),
  paragraph(`
    \`fleetgraph config check\` and \`serve\` refuse a wrong expression, with its key, line and column. A changed rule is
    taken at the next start; rows that are stored are then written anew, though no object has changed. Processes that
    share a store should have the same rules.`).trimEnd(),
].join('\n');

function paragraph(text: string): string {
  return `${item(text, '')}\n`;
}

const RULES = `
## Rules
`;
