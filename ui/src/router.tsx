/** The pages and their addresses. All but the list are loaded when they are first opened. */
import { createRootRoute, createRoute, createRouter, lazyRouteComponent } from '@tanstack/react-router';
import { ObjectsPage } from './objects/objects-page.tsx';
import { code } from './parts/code.ts';
import { Frame, LoadingPage, NothingHere, SomethingBroke } from './parts/frame.tsx';
import { publicPath } from './public-path.ts';
import { parseSearch, printSearch } from './query/url.ts';

const text = (value: unknown): string | undefined => (typeof value === 'string' && value !== '' ? value : undefined);

const root = createRootRoute({ component: Frame, notFoundComponent: NothingHere, errorComponent: SomethingBroke });

const objects = createRoute({
  getParentRoute: () => root,
  path: '/',
  component: ObjectsPage,
  validateSearch: (search: Record<string, unknown>): Partial<Record<'q' | 'order' | 'group' | 'open', string>> =>
    Object.fromEntries(['q', 'order', 'group', 'open'].flatMap(key => (text(search[key]) === undefined ? [] : [[key, search[key]]]))),
});

/** Those beside the summary. */
const OBJECT_VIEWS = ['logs', 'tree', 'yaml', 'access'] as const;
type ObjectView = (typeof OBJECT_VIEWS)[number];

/** Ids have empty parts, and servers and browsers disagree on `//` in paths; so the id is a parameter. */
const object = createRoute({
  getParentRoute: () => root,
  path: '/object',
  component: lazyRouteComponent(
    code(() => import('./object/object-page.tsx')),
    'ObjectPage',
  ),
  validateSearch: (search: Record<string, unknown>): { id: string; show?: ObjectView } => {
    const show = OBJECT_VIEWS.find(it => it === search['show']);
    return { id: text(search['id']) ?? '', ...(show && { show }) };
  },
});

const clusters = createRoute({
  getParentRoute: () => root,
  path: '/clusters',
  component: lazyRouteComponent(
    code(() => import('./clusters/clusters-page.tsx')),
    'ClustersPage',
  ),
});

const cluster = createRoute({
  getParentRoute: () => root,
  path: '/cluster',
  component: lazyRouteComponent(
    code(() => import('./clusters/cluster-page.tsx')),
    'ClusterPage',
  ),
  validateSearch: (search: Record<string, unknown>): { name: string } => ({ name: text(search['name']) ?? '' }),
});

const kinds = createRoute({
  getParentRoute: () => root,
  path: '/kinds',
  component: lazyRouteComponent(
    code(() => import('./kinds/kinds-page.tsx')),
    'KindsPage',
  ),
});

const revisions = createRoute({
  getParentRoute: () => root,
  path: '/revisions',
  component: lazyRouteComponent(
    code(() => import('./revisions/revisions-page.tsx')),
    'RevisionsPage',
  ),
  validateSearch: (search: Record<string, unknown>): Partial<Record<'q' | 'pages', string>> =>
    Object.fromEntries(['q', 'pages'].flatMap(key => (text(search[key]) === undefined ? [] : [[key, search[key]]]))),
});

const packages = createRoute({
  getParentRoute: () => root,
  path: '/packages',
  component: lazyRouteComponent(
    code(() => import('./packages/packages-page.tsx')),
    'PackagesPage',
  ),
  validateSearch: (search: Record<string, unknown>): Partial<Record<'q' | 'after', string>> =>
    Object.fromEntries(['q', 'after'].flatMap(key => (text(search[key]) === undefined ? [] : [[key, search[key]]]))),
});

const onePackage = createRoute({
  getParentRoute: () => root,
  path: '/package',
  component: lazyRouteComponent(
    code(() => import('./packages/package-page.tsx')),
    'PackagePage',
  ),
  validateSearch: (search: Record<string, unknown>): { id: string } => ({ id: text(search['id']) ?? '' }),
});

const changes = createRoute({
  getParentRoute: () => root,
  path: '/changes',
  component: lazyRouteComponent(
    code(() => import('./changes/changes-page.tsx')),
    'ChangesPage',
  ),
  validateSearch: (search: Record<string, unknown>): Partial<Record<'within' | 'of', string>> =>
    Object.fromEntries(['within', 'of'].flatMap(key => (text(search[key]) === undefined ? [] : [[key, search[key]]]))),
});

const access = createRoute({
  getParentRoute: () => root,
  path: '/access',
  component: lazyRouteComponent(
    code(() => import('./access/access-page.tsx')),
    'AccessPage',
  ),
});

export function createExplorerRouter() {
  return createRouter({
    ...(publicPath !== '' && { basepath: publicPath }),
    routeTree: root.addChildren([objects, object, clusters, cluster, kinds, revisions, packages, onePackage, changes, access]),
    parseSearch,
    stringifySearch: printSearch,
    defaultPreload: 'intent',
    defaultPendingComponent: LoadingPage,
    defaultErrorComponent: SomethingBroke,
  });
}

declare module '@tanstack/react-router' {
  interface Register {
    router: ReturnType<typeof createExplorerRouter>;
  }
}
