/** The RBAC that simulated leaves obey is the product's own evaluator, which is itself proved against real API servers. */
import type { SimulatedAuthorizer } from '../sim/access.ts';
import { authorize, rulesFor } from '../rbac/authorize.ts';
import { parseGrantObject } from '../rbac/parse.ts';

export const rbacAuthorizer: SimulatedAuthorizer = { parse: parseGrantObject, authorize, rules: rulesFor };
