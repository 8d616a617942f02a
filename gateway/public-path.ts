/**
 * The path below which browsers reach the gateway (`server.publicUrl`): '' for the root of its origin, otherwise such as
 * `/fleetgraph`, without a slash at the end.
 *
 * A proxy may pass the path on or strip it. Both work, because what comes below the path is served as if the path were
 * not there; addresses that the gateway writes for browsers always have it.
 */

/** The URL of a request without the public path. */
export function withoutPublicPath(publicPath: string, url: string): string {
  if (publicPath === '' || !url.startsWith(publicPath)) return url;
  const rest = url.slice(publicPath.length);
  if (rest === '' || rest.startsWith('?')) return `/${rest}`;
  return rest.startsWith('/') ? rest : url;
}
