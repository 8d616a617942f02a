/** How the fleet is registered, as access/ is told of it (administration.ts decides who is). */
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

/** What is known of registrations, and where it is decided who may know it. */
export interface Registrations {
  /** The cluster whose RBAC decides; undefined where the owner of the process alone may know it. */
  readonly decidedOn: string | undefined;
  clusters(): Promise<readonly KnownRegistration[]>;
  problems(): readonly KnownProblem[];
  /** Another one when `problems` are others. */
  revision(): number;
}
