/** Where this tab keeps layouts of diagrams. Apart from what reads them, so that all pages can forget them. */
export const LAYOUTS = 'fleetgraph-layouts';

/** Forgets the shape of what another caller was shown. */
export const forgetLayouts = (): void => sessionStorage.removeItem(LAYOUTS);
