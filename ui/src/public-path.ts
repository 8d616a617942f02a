/**
 * Path under which the server serves the Explorer, for example `/fleet`, without a slash at the end. Empty if the path
 * is `/`.
 */
export const publicPath = document.querySelector<HTMLMetaElement>('meta[name="fleetgraph-path"]')?.content ?? '';
