/** Routes to the pages. */
import { createRootRoute, createRoute, createRouter, type RouteComponent } from '@tanstack/react-router';
import { PAGES } from './pages.ts';
import { Frame, LoadingPage, NothingHere, SomethingBroke } from './parts/frame.tsx';
import { publicPath } from './public-path.ts';
import { parseSearch, printSearch } from './query/url.ts';

const root = createRootRoute({ component: Frame, notFoundComponent: NothingHere, errorComponent: SomethingBroke });

interface Routed<Path extends string, Parameters> {
  readonly path: Path;
  readonly component: RouteComponent;
  readonly search: (search: Record<string, unknown>) => Parameters;
}

const routeTo = <const Path extends string, Parameters>({ path, component, search }: Routed<Path, Parameters>) =>
  createRoute({ getParentRoute: () => root, path, component, validateSearch: search });

type RouteOf<Page> =
  Page extends Routed<infer Path, infer Parameters> ? ReturnType<typeof routeTo<Path, Parameters>> : never;

const routes = Object.fromEntries(
  Object.entries(PAGES).map(([name, page]) => [name, routeTo<string, unknown>(page)]),
) as unknown as {
  readonly [Name in keyof typeof PAGES]: RouteOf<(typeof PAGES)[Name]>;
};

/**
 * Redirects old links. The list of objects was at `/` before. A query string marks an old link, because links to the
 * overview have none.
 */
function keepOldLinks(): void {
  const { pathname, search } = window.location;
  if (pathname === `${publicPath}/` && search !== '')
    window.history.replaceState(null, '', `${publicPath}/objects${search}`);
}

export function createExplorerRouter() {
  keepOldLinks();
  return createRouter({
    ...(publicPath !== '' && { basepath: publicPath }),
    routeTree: root.addChildren(routes),
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
