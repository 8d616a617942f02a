/**
 * The schema of a kind as API servers return it: the parts of OpenAPI v3 that structural schemas of a CRD use. It comes
 * from outside, so readers assume nothing: an incomplete schema means any JSON.
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

/** One kind in one version; all objects of the kind are read in it. */
export interface KindSchema {
  readonly group: string;
  readonly version: string;
  readonly kind: string;
  readonly schema: JsonSchema;
  /** Definitions for `$ref`, by the name after the last slash. */
  readonly definitions: Readonly<Record<string, JsonSchema>>;
}

/** Problem of a schema given by a user, in words. */
export class KindSchemaError extends Error {
  override name = 'KindSchemaError';
}
