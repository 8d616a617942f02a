/** Registrations of clusters, for access/. administration.ts decides who may see them. */
export interface KnownRegistration {
  readonly name: string;
  readonly source: string | null;
  readonly object: string | null;
  /** Milliseconds since 1970. */
  readonly credentialsExpireAt: number | null;
}

export interface KnownProblem {
  readonly source: string;
  readonly object: string | null;
  readonly cluster: string | null;
  readonly cause: string;
}

/** Known registrations, and the cluster whose RBAC decides who may see them. */
export interface Registrations {
  /** Name of the cluster whose RBAC decides. Undefined if only the owner of the process may see registrations. */
  readonly decidedOn: string | undefined;
  clusters(): Promise<readonly KnownRegistration[]>;
  problems(): readonly KnownProblem[];
  /** Changes whenever `problems` do. */
  revision(): number;
}
