/** The path below which this page is served, without a slash at its end: '' at the root of the origin. */
export const publicPath = document.querySelector<HTMLMetaElement>('meta[name="fleetgraph-path"]')?.content ?? '';
