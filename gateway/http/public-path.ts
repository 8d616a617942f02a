/**
 * Path below which browsers reach the gateway (`server.publicUrl`): '' for the root of its origin, otherwise such as
 * `/fleetgraph`, without a slash at the end.
 *
 * A proxy may forward the path or strip it. Both work, because requests below the path are served as if it were absent;
 * addresses written for browsers always include it.
 */

/** The URL of a request without the public path. */
export function withoutPublicPath(publicPath: string, url: string): string {
  if (publicPath === '' || !url.startsWith(publicPath)) return url;
  const rest = url.slice(publicPath.length);
  if (rest === '' || rest.startsWith('?')) return `/${rest}`;
  return rest.startsWith('/') ? rest : url;
}
