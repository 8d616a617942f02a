/**
 * Types for a module that extends the Explorer. The module exports `page`, `card` or both. The Explorer calls each of
 * these functions with an element to fill and with the API of the Explorer. Each may return a function that cleans up.
 */
export interface ExplorerExtension {
  /** Fills a separate page. */
  readonly page?: (host: HTMLElement, explorer: Explorer) => CleanUp | Promise<CleanUp>;
  /** Fills a card on the page of an object. */
  readonly card?: (host: HTMLElement, explorer: Explorer, object: ExtendedObject) => CleanUp | Promise<CleanUp>;
}

export type CleanUp = (() => void) | undefined | void;

/** API of the Explorer for a module. Later versions add to this API, and remove nothing. */
export interface Explorer {
  readonly version: 1;
  /**
   * Sends a query as the signed-in user. `document` must be a query, since mutations and subscriptions are refused.
   * `problem` explains missing parts of `data`.
   */
  readonly query: <Data = unknown>(
    document: string,
    variables?: Readonly<Record<string, unknown>>,
  ) => Promise<{ readonly data: Data | undefined; readonly problem: string | undefined }>;
  readonly navigate: (to: Destination) => void;
  /** Address of a page, for links. The link works in the Explorer and in a new tab. */
  readonly href: (to: Destination) => string;
  readonly theme: {
    readonly now: () => 'light' | 'dark';
    /** Calls `reported` when the theme changes. Returns a function that stops these calls. */
    readonly follow: (reported: (theme: 'light' | 'dark') => void) => () => void;
  };
}

export type Destination =
  /** List of the objects that a search in the query box finds. */
  | { readonly objects: string }
  /** Page of an object, by its id. */
  | { readonly object: string }
  /** Page of a cluster, by its name. */
  | { readonly cluster: string }
  /** Page of an extension, by its name in the configuration. */
  | { readonly extension: string };

/** The object whose page contains the card. */
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
