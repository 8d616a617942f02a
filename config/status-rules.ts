/**
 * The configuration key `status.rules`: rules for the status of a kind, in CEL. Each expression is compiled during
 * validation, so that errors are reported with their position.
 */
import { z } from 'zod';
import type { ConfiguredRule } from '../kinds/configured.ts';
import { checkExpression, ExpressionError, type ExpressionType, MAX_EXPRESSION_LENGTH } from '../kinds/expression.ts';
import { groupOf } from '../kinds/untrusted.ts';

/**
 * Kinds of the core group that have `metadataOnly` in kinds/. Repeated here, since many commands do not need to load
 * kinds/.
 */
const METADATA_ONLY: readonly string[] = ['Secret', 'ConfigMap'];

const expression = (type: ExpressionType, what: string) =>
  z
    .string()
    .min(1)
    .superRefine((text, context) => {
      try {
        checkExpression(text, type);
      } catch (error) {
        if (!(error instanceof ExpressionError)) throw error;
        context.addIssue({ code: 'custom', message: `${error.message}.` });
      }
    })
    .optional()
    .describe(`${what} CEL, ${MAX_EXPRESSION_LENGTH} characters at most.`);

const GROUP = '[a-z0-9]([a-z0-9.-]{0,251}[a-z0-9])?';

const rule = z
  .strictObject({
    apiVersion: z
      .string()
      .regex(
        new RegExp(`^(${GROUP}/)?v[a-z0-9]{1,61}$`),
        'write group/version, for example bitnami.com/v1alpha1, or v1 for the core group',
      )
      .optional()
      .describe('API version of the kind, as in its manifests. The rule applies to all versions of the group.'),
    group: z
      .string()
      .regex(new RegExp(`^(${GROUP})?$`), 'write an API group, for example bitnami.com, or "" for the core group')
      .optional()
      .describe('API group of the kind, instead of `apiVersion`.'),
    kind: z
      .string()
      .regex(/^[A-Za-z][A-Za-z0-9]{0,62}$/, 'write a kind, for example SealedSecret')
      .describe('The kind.'),
    inProgress: expression('bool', 'True for an object that is in progress. Evaluated first.'),
    failed: expression('bool', 'True for an object that has failed. Evaluated second.'),
    current: expression(
      'bool',
      'True for an object that has reached its desired state. If false, the object is in progress.',
    ),
    message: expression('string', 'Message of the object.'),
  })
  .superRefine((value, context) => {
    const problem = problemOf(value);
    if (problem !== undefined) context.addIssue({ code: 'custom', message: problem });
  });

type Rule = z.output<typeof rule>;

export const statusRules = z
  .array(rule)
  .max(200)
  .default([])
  .superRefine((rules, context) => {
    rules.forEach((one, index) => {
      const earlier = rules.findIndex(other => nameOf(other) === nameOf(one));
      if (earlier === index) return;
      const message = `rules[${earlier}] already applies to this kind. Merge the two rules.`;
      context.addIssue({ code: 'custom', path: [index], message });
    });
  })
  .describe(
    "Status rules for kinds, in the format of Flux's `healthCheckExprs` ([explanation](status.md#rules-of-your-own)). A rule replaces the built-in rule of the kind.",
  );

/** Converts the rules to the form that kinds/ expects. */
export function configuredRules(rules: readonly Rule[]): readonly ConfiguredRule[] {
  return rules.map(({ apiVersion: _apiVersion, group: _group, kind, ...expressions }, index) => ({
    group: groupOfRule(rules[index]!),
    kind,
    expressions: Object.fromEntries(Object.entries(expressions).filter(([, text]) => text !== undefined)),
  }));
}

function groupOfRule({ apiVersion, group }: Pick<Rule, 'apiVersion' | 'group'>): string {
  return group ?? groupOf(apiVersion ?? '');
}

function nameOf(rule: Rule): string {
  return `${groupOfRule(rule)}/${rule.kind}`;
}

function problemOf(rule: Rule): string | undefined {
  const { apiVersion, group, kind, current, inProgress, failed } = rule;
  if ((apiVersion === undefined) === (group === undefined)) return 'set either apiVersion or group.';
  if ((current ?? inProgress ?? failed) === undefined) return 'set at least one of current, inProgress and failed.';
  if (groupOfRule(rule) === '' && METADATA_ONLY.includes(kind))
    return `fleetgraph reads only the metadata of a ${kind}, so a rule cannot evaluate it. Remove the rule.`;
  return undefined;
}
