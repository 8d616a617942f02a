/**
 * The members of an OpenAPI v3 schema that fleetgraph reads. A schema is not trusted, so every member may be absent. An
 * empty schema allows any JSON.
 */
export interface JsonSchema {
  readonly type?: string;
  readonly format?: string;
  readonly pattern?: string;
  readonly description?: string;
  readonly properties?: Readonly<Record<string, JsonSchema>>;
  readonly items?: JsonSchema;
  readonly additionalProperties?: JsonSchema | boolean;
  readonly nullable?: boolean;
  readonly $ref?: string;
  readonly allOf?: readonly JsonSchema[];
  readonly 'x-kubernetes-preserve-unknown-fields'?: boolean;
  readonly 'x-kubernetes-embedded-resource'?: boolean;
  readonly 'x-kubernetes-int-or-string'?: boolean;
}

/** A kind in one version. All objects of the kind are read in this version. */
export interface KindSchema {
  readonly group: string;
  readonly version: string;
  readonly kind: string;
  readonly schema: JsonSchema;
  /** Definitions for `$ref`, by the part of the reference after the last slash. */
  readonly definitions: Readonly<Record<string, JsonSchema>>;
}

/** Problem in a schema that a user provided. The message is for the user. */
export class KindSchemaError extends Error {
  override name = 'KindSchemaError';
}
