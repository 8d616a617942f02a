/**
 * The RBAC authorizer of simulated leaves. It is the product's own evaluator, which tests compare with real API
 * servers.
 */
import type { SimulatedAuthorizer } from '../sim/access.ts';
import { authorize, rulesFor } from '../rbac/authorize.ts';
import { parseGrantObject } from '../rbac/parse.ts';

export const rbacAuthorizer: SimulatedAuthorizer = { parse: parseGrantObject, authorize, rules: rulesFor };
