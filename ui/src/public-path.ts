/** Path below which this page is served, without a slash at its end. Empty at the root of the origin. */
export const publicPath = document.querySelector<HTMLMetaElement>('meta[name="fleetgraph-path"]')?.content ?? '';
