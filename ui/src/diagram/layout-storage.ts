/**
 * Key under which this tab stores layouts, and the function that clears them. Not in kept-layouts.ts, so that pages
 * without a diagram can clear the layouts without loading that file.
 */
export const LAYOUTS = 'fleetgraph-layouts';

/** Clears the layouts of the previous caller, because layouts reveal the shapes of diagrams. */
export const forgetLayouts = (): void => sessionStorage.removeItem(LAYOUTS);
