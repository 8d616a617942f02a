/**
 * The schema of a kind as API servers tell it: the part of OpenAPI v3 that is read here, which is that of structural
 * schemas of a CRD, too. It comes from outside, so nothing that a reader relies on is assumed: a schema that says less
 * than it could is one of anything (JSON).
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
  /** What `$ref`s name, by the name after the last slash. */
  readonly definitions: Readonly<Record<string, JsonSchema>>;
}

/** What is wrong with schemas that users give, in words for them. */
export class KindSchemaError extends Error {
  override name = 'KindSchemaError';
}
