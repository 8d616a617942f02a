/** Simulated leaves use the product's own RBAC evaluator, which tests compare with real API servers. */
import type { SimulatedAuthorizer } from '../sim/access.ts';
import { authorize, rulesFor } from '../rbac/authorize.ts';
import { parseGrantObject } from '../rbac/parse.ts';

export const rbacAuthorizer: SimulatedAuthorizer = { parse: parseGrantObject, authorize, rules: rulesFor };
