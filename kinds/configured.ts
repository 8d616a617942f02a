/**
 * Status rules for kinds from the configuration (`status.rules`), as CEL expressions in the form of Flux's
 * healthCheckExprs. First, every object is checked for a requested deletion, and for a generation that the controller
 * has not seen. Then these rules apply, and then the kind's rule in kinds/.
 *
 * The expressions are evaluated in the order of Flux (fluxcd/pkg runtime/cel/status_evaluator.go): inProgress, failed,
 * current. The first expression that is true decides. If none is true and `current` is false, the object is in
 * progress, as in Flux.
 *
 * An expression that fails counts as not true. If `current` fails or is absent, the kind's rule in kinds/ decides. A
 * rule can therefore define failures alone.
 */
import { createHash } from 'node:crypto';
import type { ObjectStatus } from '../store/store.ts';
import { compileExpressions, type ExpressionType } from './expression.ts';
import type { Kind, StatusRule } from './kind.ts';
import { kindOf, type KindLookup } from './registry.ts';
import { isDeleted } from './status-result.ts';
import { notObservedYet } from './table.ts';

/** A rule for one kind. Each expression is optional. */
export interface ConfiguredRule {
  readonly group: string;
  readonly kind: string;
  readonly expressions: Readonly<Partial<Record<ExpressionName, string>>>;
}

const EXPRESSION_NAMES = ['current', 'inProgress', 'failed', 'message'] as const;
type ExpressionName = (typeof EXPRESSION_NAMES)[number];

function expressionType(name: ExpressionName): ExpressionType {
  return name === 'message' ? 'string' : 'bool';
}

/** Reason of a status that comes from a rule of the configuration. */
const REASON = 'StatusRule';

/**
 * Adds the rules of the configuration to the kinds.
 * @throws ExpressionError
 */
export function withRules(rules: readonly ConfiguredRule[], lookup: KindLookup = kindOf): KindLookup {
  const ruled = new Map(rules.map(rule => [`${rule.group}/${rule.kind}`, withRule(lookup(rule), rule)]));
  return resource => ruled.get(`${resource.group}/${resource.kind}`) ?? lookup(resource);
}

function withRule(known: Kind, { expressions }: ConfiguredRule): Kind {
  const written = EXPRESSION_NAMES.map(name => expressions[name] ?? null);
  const configured = createHash('sha256').update(JSON.stringify(written)).digest('hex').slice(0, 16);
  return { ...known, status: ruledStatus(known, expressions), configured };
}

function ruledStatus({ status, holds = [] }: Kind, expressions: ConfiguredRule['expressions']): StatusRule {
  const over = compileExpressions(expressions, expressionType);
  return (object, now, version) => {
    const known = status(object, now, version);
    if (isDeleted(object)) return known;
    const behind = notObservedYet(object, holds);
    if (behind) return behind;
    const evaluated = over(object);
    const decided = decide(name => evaluated(name));
    if (decided === undefined) return known;
    const message = evaluated('message');
    const agrees = known.status === decided;
    return {
      status: decided,
      reason: decided === 'CURRENT' ? '' : REASON,
      message: typeof message === 'string' ? message : agrees ? known.message : '',
      transitionedAt: agrees ? known.transitionedAt : 0,
    };
  };
}

function decide(evaluated: (name: ExpressionName) => unknown): ObjectStatus | undefined {
  if (evaluated('inProgress') === true) return 'IN_PROGRESS';
  if (evaluated('failed') === true) return 'FAILED';
  const current = evaluated('current');
  if (current === true) return 'CURRENT';
  return current === false ? 'IN_PROGRESS' : undefined;
}
