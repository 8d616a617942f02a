/**
 * The RBAC authorizer of simulated leaf clusters: the evaluator of fleetgraph itself (rbac/), which tests compare with
 * real API servers.
 */
import type { SimulatedAuthorizer } from '../sim/access.ts';
import { authorize, rulesFor } from '../rbac/authorize.ts';
import { parseGrantObject } from '../rbac/parse.ts';

export const rbacAuthorizer: SimulatedAuthorizer = { parse: parseGrantObject, authorize, rules: rulesFor };
