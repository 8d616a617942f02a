/**
 * Types of a module that extends the Explorer: it exports `page`, `card` or both. The Explorer calls them with an
 * element of the page to fill, and with its API. Each may return a function that cleans up.
 */
export interface ExplorerExtension {
  /** Fills a page of its own. */
  readonly page?: (host: HTMLElement, explorer: Explorer) => CleanUp | Promise<CleanUp>;
  /** Fills a card on the page of an object. */
  readonly card?: (host: HTMLElement, explorer: Explorer, object: ExtendedObject) => CleanUp | Promise<CleanUp>;
}

export type CleanUp = (() => void) | undefined | void;

/** API of the Explorer for a module. Later versions only add to it. */
export interface Explorer {
  readonly version: 1;
  /**
   * Queries the graph as the signed-in user. `document` is a query: mutations and subscriptions are refused. `problem`
   * explains missing parts of `data`.
   */
  readonly query: <Data = unknown>(
    document: string,
    variables?: Readonly<Record<string, unknown>>,
  ) => Promise<{ readonly data: Data | undefined; readonly problem: string | undefined }>;
  readonly navigate: (to: Destination) => void;
  /** Address of a page, for links: they open in the Explorer, and in a new tab. */
  readonly href: (to: Destination) => string;
  readonly theme: {
    readonly now: () => 'light' | 'dark';
    /** Calls `told` when the theme changes. Returns a function that stops this. */
    readonly follow: (reported: (theme: 'light' | 'dark') => void) => () => void;
  };
}

export type Destination =
  /** List of objects that a query of the query box finds. */
  | { readonly objects: string }
  /** Object by its id. */
  | { readonly object: string }
  /** Cluster by its name. */
  | { readonly cluster: string }
  /** Page of an extension, by the name in the configuration. */
  | { readonly extension: string };

/** Object whose page has the card. */
export interface ExtendedObject {
  readonly id: string;
  readonly cluster: string;
  /** Empty for the core group. */
  readonly group: string;
  readonly kind: string;
  /** Empty for objects without a namespace. */
  readonly namespace: string;
  readonly name: string;
}
