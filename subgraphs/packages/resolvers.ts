/** Resolvers of packages. They convert data. questions.ts and gate.ts compute the answers. */
import { type Accessors, through, throughRows, type GuardedResolvers } from '../../access/guard.ts';
import { encodePackageId, packageAddress, type PackageName } from '../../schema/package-id.ts';
import {
  conditionsOf,
  idPlaceOf,
  pageSize,
  placeOf,
  type Conditions,
  type PackageFilterInput,
  type PageArguments,
} from './arguments.ts';
import { encodeCursor, withInputErrors, badInput } from '../arguments.ts';
import { packageIdArgument } from './arguments.ts';
import { isCompleteList, type Reach } from './complete.ts';
import type { Deployment } from './deployment.ts';
import { gateRequest, type Block, type GateArguments } from './gate.ts';
import type { Surroundings } from './joins.ts';
import { gateLoader, Loaders, reachOf } from './loaders.ts';
import type { Mechanism } from './mechanism.ts';
import { packages, type DeploymentPage, type FoundPackage, type PackagePage } from './questions.ts';

type Rows = Accessors['rbacRows'];

export interface ResolverParts {
  readonly around: () => Surroundings;
  readonly mechanismOf: (cluster: string) => Mechanism;
  /** Returns milliseconds since the epoch. */
  readonly now: () => number;
}

/** Parent value of the fields of a Package: its name, and data that was already read. */
interface PackageValue {
  readonly name: PackageName;
  /** Filter of the list that contains the package. */
  readonly conditions: Conditions;
  readonly found?: FoundPackage;
}

interface FilterArguments extends PageArguments {
  readonly filter?: PackageFilterInput | null;
}

interface DeploymentConnection extends Reach {
  readonly page: DeploymentPage;
}

interface PackageConnection extends Reach {
  readonly page: PackagePage;
  readonly conditions: Conditions;
}

const throughBoth = through('rbacRows', 'rbacNames');

/** Finds packages. Lookups of one request are batched. */
export class PackageFinder {
  readonly #parts: ResolverParts;
  readonly #loaders = new WeakMap<Rows, Loaders>();
  readonly #gates = new WeakMap<Rows, ReturnType<typeof gateLoader>>();

  constructor(parts: ResolverParts) {
    this.#parts = parts;
  }

  loaders(rows: Rows): Loaders {
    let known = this.#loaders.get(rows);
    if (!known) this.#loaders.set(rows, (known = new Loaders(rows, this.#parts.around())));
    return known;
  }

  gates(rows: Rows, names: Accessors['rbacNames']): ReturnType<typeof gateLoader> {
    let known = this.#gates.get(rows);
    if (!known) this.#gates.set(rows, (known = gateLoader(rows, names, this.#parts.around())));
    return known;
  }

  async find(name: PackageName, rows: Rows): Promise<PackageValue | undefined> {
    const found = await this.loaders(rows).packages.load(name);
    return found && { name, conditions: {}, found };
  }
}

export function packageResolvers(parts: ResolverParts, finder: PackageFinder): GuardedResolvers {
  const foundOf = async ({ name, found }: PackageValue, rows: Rows) =>
    found ?? (await finder.loaders(rows).packages.load(name));
  return {
    Query: {
      packages: throughBoth(
        async (_: unknown, args: FilterArguments, { rbacRows: rows }): Promise<PackageConnection> => {
          const [conditions, first, after] = [conditionsOf(args.filter), pageSize(args), packagePlaceOf(args)];
          const around = parts.around();
          const reach = reachOf(conditions.clusters, around);
          const page = await withInputErrors(() =>
            rows.ask(reach, reader => packages(reader, around, { conditions, first, after })),
          );
          return { page, conditions, targets: conditions.clusters };
        },
      ),
      package: throughBoth((_: unknown, { id }: { id: string }, { rbacRows: rows }) =>
        finder.find(packageIdArgument(id), rows),
      ),
      packageDeployments: throughBoth(async (_: unknown, args: FilterArguments, { rbacRows: rows }) => {
        const request = { conditions: conditionsOf(args.filter), first: pageSize(args), after: idPlaceOf(args.after) };
        return connectionOf(await finder.loaders(rows).deployments.load(request), request.conditions);
      }),
      packageGate: throughBoth((_: unknown, args: GateArguments, { rbacRows: rows, rbacNames: names }) => {
        const request = gateRequest(packageIdArgument(args.id), args, parts.now());
        return finder.gates(rows, names).load(request);
      }),
    },
    PackageConnection: {
      nodes: ({ page, conditions }: PackageConnection) =>
        page.packages.map((found): PackageValue => ({ name: found, conditions, found })),
      totalCount: ({ page }: PackageConnection) => page.totalCount,
      hasNextPage: ({ page }: PackageConnection) => page.hasNextPage,
      endCursor: ({ page }: PackageConnection) => {
        const last = page.packages.at(-1);
        return last ? encodeCursor([last.address, last.directory]) : null;
      },
      phaseCounts: ({ page }: PackageConnection) => page.phaseCounts,
      complete: isCompleteList(parts.around),
    },
    Package: {
      __resolveReference: throughRows(({ id }: { id: string }, _: unknown, rows) =>
        finder.find(packageIdArgument(id), rows),
      ),
      id: ({ name }: PackageValue) => encodePackageId(name),
      address: ({ name }: PackageValue) => name.address,
      directory: ({ name }: PackageValue) => name.directory,
      intent: throughRows(async (value: PackageValue, _: unknown, rows) => {
        const intent = (await foundOf(value, rows))?.intent;
        return intent ? { id: intent.id } : null;
      }),
      publishedRevision: throughRows(
        async (value: PackageValue, _: unknown, rows) => (await foundOf(value, rows))?.intent?.commit ?? null,
      ),
      phaseCounts: throughRows(
        async (value: PackageValue, _: unknown, rows) => (await foundOf(value, rows))?.phaseCounts ?? NONE_COUNTED,
      ),
      deployments: throughBoth(
        async ({ name, conditions: ofList }: PackageValue, args: FilterArguments, { rbacRows: rows }) => {
          const conditions = args.filter == null ? ofList : conditionsOf(args.filter);
          const { address, directory } = name;
          const request = {
            of: { address, directory },
            conditions,
            first: pageSize(args),
            after: idPlaceOf(args.after),
          };
          return connectionOf(await finder.loaders(rows).deployments.load(request), conditions);
        },
      ),
    },
    PackageDeploymentConnection: {
      nodes: ({ page }: DeploymentConnection) => page.deployments,
      totalCount: ({ page }: DeploymentConnection) => page.totalCount,
      hasNextPage: ({ page }: DeploymentConnection) => page.hasNextPage,
      endCursor: ({ page }: DeploymentConnection) => {
        const last = page.deployments.at(-1);
        return last ? encodeCursor([last.object.id]) : null;
      },
      phaseCounts: ({ page }: DeploymentConnection) => page.phaseCounts,
      complete: isCompleteList(parts.around),
    },
    PackageDeployment: {
      package: ({ own }: Deployment): PackageValue | null => (own ? { name: own, conditions: {} } : null),
      target: ({ target }: Deployment) => target ?? null,
      reason: ({ reason }: Deployment) => reason || null,
      message: ({ message }: Deployment) => message || null,
      revision: ({ revision }: Deployment) => revision || null,
      expectedRevision: ({ expectedRevision }: Deployment) => expectedRevision || null,
      since: ({ since }: Deployment) => since ?? null,
      mechanism: ({ cluster }: Deployment) => parts.mechanismOf(cluster),
    },
    PackageGateBlock: { deployment: ({ deployment }: Block) => deployment ?? null },
    KubernetesObject: {
      __resolveReference: (reference: { readonly id: string }) => reference,
      deployment: throughRows(({ id }: { id: string }, _: unknown, rows) => finder.loaders(rows).ofObject(id)),
    },
    Cluster: {
      __resolveReference: (reference: { readonly name: string }) => reference,
      mechanism: ({ name }: { readonly name: string }) => parts.mechanismOf(name),
      packagePhases: throughBoth(({ name }: { name: string }, _: unknown, { rbacRows: rows }) =>
        finder.loaders(rows).phasesOfClusters.load(name),
      ),
    },
  };
}

const NONE_COUNTED = {
  ...{
    total: 0,
    failed: 0,
    syncFailed: 0,
    unknown: 0,
    terminating: 0,
    outdated: 0,
    syncing: 0,
    reconciling: 0,
    ready: 0,
    stale: 0,
  },
};

function connectionOf(page: DeploymentPage, { clusters }: Conditions): DeploymentConnection {
  return { page, targets: clusters };
}

function packagePlaceOf({ after }: PageArguments): PackageName | undefined {
  const [address, directory] = placeOf(after, 2) ?? [];
  if (address === undefined || directory === undefined) return undefined;
  if (packageAddress(address) !== address)
    throw badInput('after', 'the cursor is not one of this list. Use endCursor of an earlier page.');
  return { address, directory };
}
