/**
 * Resolvers of `administration`: the registered clusters, and the problems of their registrations. Only for
 * administrators of fleetgraph.
 */
import type { AdministratorsView } from '../../access/administration.ts';
import type { KnownProblem, KnownRegistration } from '../../access/frame.ts';
import { throughAdministrators, type GuardedResolvers } from '../../access/guard.ts';
import { nameConnection, type PageArguments } from '../arguments.ts';

const REASONS: Readonly<Record<string, string>> = {
  SOURCE_UNREADABLE: 'the source cannot be read; what it said before holds',
  INCOMPLETE: 'the object lacks the Secret, or the key, that leads to the cluster',
  UNUSABLE: 'what leads to the cluster cannot be read or used',
  NOT_ALLOWED: 'it asks for what whoever registers clusters may not ask for',
  NAME_INVALID: 'its name cannot be that of a cluster',
  NAME_TAKEN: 'another registration has its name',
  NAME_RESERVED: 'its name may belong to a registration that cannot be read at the moment',
  TOO_MANY: 'clusters or objects of the source are left out: a limit is reached',
};

type Args = Pick<PageArguments, 'first' | 'after'>;

export const administrationResolvers: GuardedResolvers = {
  Query: {
    administration: throughAdministrators(async (_: unknown, _args: unknown, administration) => administration.view()),
  },
  Administration: {
    registrations: ({ registrations }: AdministratorsView, args: Args) =>
      nameConnection(registrations, args, ({ name }) => [name]),
    problems: ({ problems }: AdministratorsView, args: Args) => {
      const keyed = problems.map(problem => ({
        problem,
        key: [problem.source, problem.object ?? '', problem.cluster ?? '', problem.cause],
      }));
      const byKey = new Map(keyed.map(entry => [JSON.stringify(entry.key), entry]));
      const sorted = [...byKey.values()].toSorted((a, b) => compare(a.key, b.key));
      const connection = nameConnection(sorted, args, ({ key }) => key);
      return { ...connection, nodes: connection.nodes.map(({ problem }) => problem) };
    },
  },
  Registration: { source: ({ source }: KnownRegistration) => source && enumOf(source) },
  RegistrationProblem: {
    source: ({ source }: KnownProblem) => enumOf(source),
    reason: ({ cause }: KnownProblem) => REASONS[cause],
  },
};

/** Converts the key of a source to its enum value: `gitopsClusters` → GITOPS_CLUSTERS. */
function enumOf(source: string): string {
  return source.replace(/[A-Z]/g, '_$&').toUpperCase();
}

function compare(a: readonly string[], b: readonly string[]): number {
  for (const [i, part] of a.entries()) if (part !== b[i]) return part < (b[i] ?? '') ? -1 : 1;
  return 0;
}
