/** Reads the schemas of kinds from CustomResourceDefinitions. */
import type { JsonSchema, KindSchema } from './kind-schema.ts';
import { KindSchemaError } from './kind-schema.ts';

interface Crd {
  readonly kind?: unknown;
  readonly metadata?: { readonly name?: unknown };
  readonly spec?: {
    readonly group?: unknown;
    readonly names?: { readonly kind?: unknown };
    readonly versions?: readonly CrdVersion[];
  };
}

interface CrdVersion {
  readonly name?: unknown;
  readonly served?: unknown;
  readonly storage?: unknown;
  readonly schema?: { readonly openAPIV3Schema?: JsonSchema };
}

/**
 * Reads the storage version of each definition. Skips documents of other kinds.
 * @param documents Parsed YAML or JSON
 * @throws KindSchemaError
 */
export function kindsOfCrds(documents: readonly unknown[]): KindSchema[] {
  return documents.flatMap(document => {
    const crd = (document ?? {}) as Crd;
    return crd.kind === 'CustomResourceDefinition' ? [kindOfCrd(crd)] : [];
  });
}

function kindOfCrd({ metadata, spec }: Crd): KindSchema {
  const { group, names, versions } = spec ?? {};
  const kind = names?.kind;
  const called = `The CustomResourceDefinition ${JSON.stringify(metadata?.name ?? kind ?? '')}`;
  if (typeof group !== 'string' || typeof kind !== 'string' || !Array.isArray(versions))
    throw new KindSchemaError(
      `${called} lacks spec.group, spec.names.kind or spec.versions. Only apiextensions.k8s.io/v1 is read.`,
    );
  const stored = (versions as readonly CrdVersion[]).find(({ storage }) => storage === true);
  if (typeof stored?.name !== 'string') throw new KindSchemaError(`${called} has no version with storage: true.`);
  const schema = stored.schema?.openAPIV3Schema;
  if (!schema) throw new KindSchemaError(`${called} has no schema.openAPIV3Schema in version ${stored.name}.`);
  return { group, version: stored.name, kind, schema, definitions: {} };
}
