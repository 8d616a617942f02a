/**
 * Pages of the Explorer, one entry per page. URLs, navigation and keyboard shortcuts follow from this table. The code
 * of a page is loaded on demand, except for the list of objects.
 */
import { lazyRouteComponent, type RouteComponent } from '@tanstack/react-router';
import { ObjectsPage } from './objects/objects-page.tsx';
import { code } from './parts/code.ts';
import { texts } from './texts.ts';

type Search = Readonly<Record<string, unknown>>;

interface Page<Path extends string, Parameters> {
  readonly path: Path;
  readonly component: RouteComponent;
  /** Parameters of the page, parsed from the query string of the URL. */
  readonly search: (search: Search) => Parameters;
}

/** Page in the navigation. Must open without parameters. */
interface MainPage<Path extends string, Parameters> extends Page<Path, Partial<Parameters>> {
  readonly nav: string;
  /** Key that opens the page after `g`. */
  readonly key: string;
}

const page = <const Path extends string, Parameters>(entry: Page<Path, Parameters>) => entry;
const mainPage = <const Path extends string, Parameters>(entry: MainPage<Path, Parameters>) => entry;

const text = (value: unknown): string | undefined => (typeof value === 'string' && value !== '' ? value : undefined);

/** Parser for optional text parameters. */
const optional =
  <const Name extends string>(...names: readonly Name[]) =>
  (search: Search): Partial<Record<Name, string>> =>
    Object.fromEntries(
      names.flatMap(name => (text(search[name]) === undefined ? [] : [[name, search[name]]])),
    ) as Partial<Record<Name, string>>;

/** Views of an object, in addition to its summary. */
const OBJECT_VIEWS = ['logs', 'tree', 'yaml', 'access'] as const;
type ObjectView = (typeof OBJECT_VIEWS)[number];

export const PAGES = {
  overview: mainPage({
    path: '/',
    nav: texts.nav.overview,
    key: 'v',
    component: lazyRouteComponent(
      code(() => import('./overview/overview-page.tsx')),
      'OverviewPage',
    ),
    search: optional(),
  }),
  objects: mainPage({
    path: '/objects',
    nav: texts.nav.objects,
    key: 'o',
    component: ObjectsPage,
    search: optional('q', 'order', 'group', 'across', 'open', 'columns'),
  }),
  /**
   * The id is a parameter and not part of the path. Ids have empty parts, and servers and browsers treat `//` in paths
   * differently.
   */
  object: page({
    path: '/object',
    component: lazyRouteComponent(
      code(() => import('./object/object-page.tsx')),
      'ObjectPage',
    ),
    search: (search): { id: string; show?: ObjectView } => {
      const show = OBJECT_VIEWS.find(it => it === search['show']);
      return { id: text(search['id']) ?? '', ...(show && { show }) };
    },
  }),
  clusters: mainPage({
    path: '/clusters',
    nav: texts.nav.clusters,
    key: 'c',
    component: lazyRouteComponent(
      code(() => import('./clusters/clusters-page.tsx')),
      'ClustersPage',
    ),
    search: optional('sort'),
  }),
  cluster: page({
    path: '/cluster',
    component: lazyRouteComponent(
      code(() => import('./clusters/cluster-page.tsx')),
      'ClusterPage',
    ),
    search: (search): { name: string } => ({ name: text(search['name']) ?? '' }),
  }),
  kinds: mainPage({
    path: '/kinds',
    nav: texts.nav.kinds,
    key: 'i',
    component: lazyRouteComponent(
      code(() => import('./kinds/kinds-page.tsx')),
      'KindsPage',
    ),
    search: optional(),
  }),
  revisions: mainPage({
    path: '/revisions',
    nav: texts.nav.revisions,
    key: 'r',
    component: lazyRouteComponent(
      code(() => import('./revisions/revisions-page.tsx')),
      'RevisionsPage',
    ),
    search: optional('q', 'pages'),
  }),
  restarts: page({
    path: '/restarts',
    component: lazyRouteComponent(
      code(() => import('./restarts/restarts-page.tsx')),
      'RestartsPage',
    ),
    search: optional('q', 'after'),
  }),
  packages: mainPage({
    path: '/packages',
    nav: texts.nav.packages,
    key: 'p',
    component: lazyRouteComponent(
      code(() => import('./packages/packages-page.tsx')),
      'PackagesPage',
    ),
    search: optional('q', 'after'),
  }),
  package: page({
    path: '/package',
    component: lazyRouteComponent(
      code(() => import('./packages/package-page.tsx')),
      'PackagePage',
    ),
    search: (search): { id: string } => ({ id: text(search['id']) ?? '' }),
  }),
  policies: mainPage({
    path: '/policies',
    nav: texts.nav.policies,
    key: 'l',
    component: lazyRouteComponent(
      code(() => import('./policies/policies-page.tsx')),
      'PoliciesPage',
    ),
    search: optional('hostname', 'cluster', 'around', 'show', 'node'),
  }),
  mesh: mainPage({
    path: '/mesh',
    nav: texts.nav.mesh,
    key: 'm',
    component: lazyRouteComponent(
      code(() => import('./mesh/mesh-page.tsx')),
      'MeshPage',
    ),
    search: optional('namespaces', 'cluster', 'type', 'window', 'at', 'idle', 'refresh', 'node', 'show', 'code'),
  }),
  workloads: mainPage({
    path: '/workloads',
    nav: texts.nav.workloads,
    key: 'w',
    component: lazyRouteComponent(
      code(() => import('./workloads/workloads-page.tsx')),
      'WorkloadsPage',
    ),
    search: optional('q', 'after', 'phase', 'open'),
  }),
  changes: mainPage({
    path: '/changes',
    nav: texts.nav.changes,
    key: 'h',
    component: lazyRouteComponent(
      code(() => import('./changes/changes-page.tsx')),
      'ChangesPage',
    ),
    search: optional('within', 'of'),
  }),
  /** Comparison of one object over all clusters that have it. */
  elsewhere: page({
    path: '/elsewhere',
    component: lazyRouteComponent(
      code(() => import('./compare/elsewhere-page.tsx')),
      'ElsewherePage',
    ),
    search: (search): { id: string } => ({ id: text(search['id']) ?? '' }),
  }),
  /** Comparison of two objects. */
  diff: page({
    path: '/diff',
    component: lazyRouteComponent(
      code(() => import('./compare/diff-page.tsx')),
      'DiffPage',
    ),
    search: optional('left', 'right', 'whole'),
  }),
  /** Comparison of two clusters. */
  compare: mainPage({
    path: '/compare',
    nav: texts.nav.compare,
    key: 'd',
    component: lazyRouteComponent(
      code(() => import('./compare/clusters-page.tsx')),
      'CompareClustersPage',
    ),
    search: optional('left', 'right', 'kind', 'all'),
  }),
  extension: page({
    path: '/extension',
    component: lazyRouteComponent(
      code(() => import('./extensions/extension-page.tsx')),
      'ExtensionPage',
    ),
    search: (search): { name: string } => ({ name: text(search['name']) ?? '' }),
  }),
  access: mainPage({
    path: '/access',
    nav: texts.nav.access,
    key: 'a',
    component: lazyRouteComponent(
      code(() => import('./access/access-page.tsx')),
      'AccessPage',
    ),
    search: optional(),
  }),
};

type Pages = typeof PAGES;
type MainPages = { [Name in keyof Pages as Pages[Name] extends { nav: string } ? Name : never]: Pages[Name] };

/** Pages in the navigation, in the order of the navigation. */
export const MAIN_PAGES = Object.values(PAGES).filter((it): it is MainPages[keyof MainPages] => 'nav' in it);
