/** Reads the schemas of kinds from an API server. The server has one OpenAPI v3 document for each group and version. */
import type { JsonSchema, KindSchema } from './kind-schema.ts';
import { KindSchemaError } from './kind-schema.ts';

/** A kind, and the version in which the cluster prefers to serve the kind. */
export interface ServedKind {
  readonly group: string;
  readonly version: string;
  readonly kind: string;
}

interface Document {
  readonly components?: { readonly schemas?: Readonly<Record<string, Definition>> };
}

interface Definition extends JsonSchema {
  readonly 'x-kubernetes-group-version-kind'?: readonly ServedKind[];
}

/**
 * @param load Sends a GET for the path and returns the parsed body
 * @throws KindSchemaError if the server has no schema for a kind
 */
export async function kindsOfCluster(
  kinds: readonly ServedKind[],
  load: (path: string) => Promise<unknown>,
): Promise<KindSchema[]> {
  const groups = Map.groupBy(kinds, ({ group, version }) =>
    group === '' ? `/openapi/v3/api/${version}` : `/openapi/v3/apis/${group}/${version}`,
  );
  const found: KindSchema[] = [];
  // Documents are loaded one after the other, since a document may have several megabytes.
  for (const [path, served] of groups) {
    const definitions = ((await load(path)) as Document).components?.schemas ?? {};
    for (const { group, version, kind } of served) {
      const schema = Object.values(definitions).find(definition =>
        definition['x-kubernetes-group-version-kind']?.some(
          it => it.group === group && it.version === version && it.kind === kind,
        ),
      );
      if (!schema?.properties)
        throw new KindSchemaError(`The cluster serves ${kind} in ${path}, without a schema of its fields.`);
      found.push({ group, version, kind, schema, definitions });
    }
  }
  return found;
}
