/**
 * Errors of subgraphs in the form of an answer: with a path in the answer, and the name of the subgraph.
 * error-masking.ts decides later what clients see.
 */
import { GraphQLError, type GraphQLFormattedError } from 'graphql';
import type { Pace } from './pace.ts';
import type { PathTargets } from './path-targets.ts';
import { isJsonObject } from './values.ts';

export interface ErrorOrigin {
  readonly serviceName: string;
  readonly targets: PathTargets;
  /** By representation: its target in the answer. Undefined for fetches without entities. */
  readonly of: readonly number[] | undefined;
}

export async function errorsOf(received: unknown, origin: ErrorOrigin, pace: Pace): Promise<GraphQLError[]> {
  const errors: GraphQLError[] = [];
  for (const error of Array.isArray(received) ? (received as unknown[]) : [received]) {
    errors.push(errorOf(isJsonObject(error) ? error : {}, origin));
    const turn = pace.after(20); // an error takes the time of many values
    if (turn) await turn;
  }
  return errors;
}

/** Code of a failure without an error of the subgraph itself. */
export const NO_CODE = 'DOWNSTREAM_SERVICE_ERROR';

function errorOf(error: Partial<GraphQLFormattedError>, origin: ErrorOrigin): GraphQLError {
  const { serviceName } = origin;
  const extensions = isJsonObject(error.extensions) ? error.extensions : {};
  const path = pathOf(error.path, origin);
  const { message } = error;
  return new GraphQLError(
    typeof message === 'string' && message !== '' ? message : `Error while fetching subquery from service "${serviceName}"`,
    {
      originalError: error as Error,
      ...(path && { path }),
      extensions: { ...extensions, serviceName, ...(!extensions['code'] && { code: NO_CODE }) },
    },
  );
}

/** In an entity fetch, an error's path starts with `_entities` and the index of the representation. */
function pathOf(path: unknown, { targets, of }: ErrorOrigin): (string | number)[] | undefined {
  if (!Array.isArray(path)) return undefined;
  const [, second, ...rest] = path as (string | number)[];
  if (!of || typeof second !== 'number') return [...targets.planPath, ...(path as (string | number)[])];
  const target = of[second];
  return target === undefined ? rest : [...targets.pathOf(target), ...rest];
}
