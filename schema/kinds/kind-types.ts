/**
 * Converts the schemas of kinds to GraphQL types. The result is a part of the live subgraph's SDL, from which
 * subgraphs/live/resource.ts builds the resolvers.
 *
 * A shared definition becomes one type, even if many schemas use it. Schemas of CRDs have no shared definitions, so
 * their objects become types that are named by path. Fields from a schema are nullable, because a cluster's data is not
 * trusted and an invalid value must affect only its own field. Parts that a GraphQL type cannot express are JSON.
 */
import { KindSchemaError } from './kind-schema.ts';
import type { JsonSchema, KindSchema } from './kind-schema.ts';
import { firstSentence, scalarOf } from './scalars.ts';
import { definitionNameOf, fieldNameOf, pascal, typeNameOf } from './names.ts';

interface ObjectType {
  readonly description: string;
  /** Set only for the type of a kind, not for types of its parts. */
  readonly kind?: Pick<KindSchema, 'group' | 'version' | 'kind'>;
  readonly fields: readonly Field[];
}

interface Field {
  readonly name: string;
  /** Name of the field in Kubernetes. */
  readonly original: string;
  readonly type: string;
  readonly description: string;
}

/**
 * Writes the types of kinds as SDL.
 * @param known Names of existing types. A shared definition with such a name is not written again
 * @throws KindSchemaError, for example if two kinds or parts would have the same type name
 */
export function kindTypes(kinds: readonly KindSchema[], known: ReadonlySet<string> = new Set()): string {
  const types = new Types(kinds, known);
  for (const kind of kinds) types.addKind(kind);
  return types.print();
}

/** Definitions that become scalars, with the names of the scalars. */
const KNOWN: Readonly<Record<string, string>> = {
  'io.k8s.apimachinery.pkg.api.resource.Quantity': 'Quantity',
  'io.k8s.apimachinery.pkg.util.intstr.IntOrString': 'IntOrString',
  'io.k8s.apimachinery.pkg.apis.meta.v1.Time': 'DateTime',
  'io.k8s.apimachinery.pkg.apis.meta.v1.MicroTime': 'DateTime',
  'io.k8s.apimachinery.pkg.apis.meta.v1.Duration': 'Duration',
};
const CONDITION = 'io.k8s.apimachinery.pkg.apis.meta.v1.Condition';
/** Fields that every kind has. The interface KubernetesResource defines them. */
export const OF_EVERY_KIND: ReadonlySet<string> = new Set(['apiVersion', 'kind', 'metadata']);
/** Fields that are omitted. `managedFields` is often large, and is meant for programs. */
const LEFT_OUT: ReadonlySet<string> = new Set(['managedFields']);
const MAX_FIELDS = 1_000;
const MAX_TYPES = 5_000;

class Types {
  readonly #kinds: ReadonlySet<string>;
  readonly #known: ReadonlySet<string>;
  readonly #types = new Map<string, ObjectType>();
  /** For each type, the name of the kind, the definition or the path from which the type was made. */
  readonly #origins = new Map<string, string>();

  constructor(kinds: readonly KindSchema[], known: ReadonlySet<string>) {
    this.#known = known;
    this.#kinds = new Set(kinds.map(typeNameOf));
  }

  addKind({ group, version, kind, schema, definitions }: KindSchema): void {
    const name = typeNameOf({ group, kind });
    this.#claim(name, `${group}/${kind}`);
    const properties = byName(schema.properties).filter(([property]) => !OF_EVERY_KIND.has(property));
    const fields: Field[] = [
      {
        name: 'apiVersion',
        original: 'apiVersion',
        type: 'String!',
        description: 'API group and version in which the object was read.',
      },
      { name: 'kind', original: 'kind', type: 'String!', description: 'Kind of the object.' },
      { name: 'metadata', original: 'metadata', type: 'ObjectMeta!', description: 'Metadata of the object.' },
    ];
    const secret = group === '' && kind === 'Secret';
    for (const [property, of] of properties) {
      if (secret && property === 'stringData') continue;
      const type =
        secret && property === 'data' ? '[SecretKey!]' : this.#typeOf(of, `${name}${pascal(property)}`, definitions);
      const reported =
        secret && property === 'data'
          ? { description: 'Keys of the Secret, with the size of each value; values are not shown.' }
          : of;
      fields.push(fieldOf(property, type, reported, fields));
    }
    this.#types.set(name, {
      description: firstSentence(schema.description) || `Object of kind ${kind}.`,
      kind: { group, version, kind },
      fields,
    });
  }

  print(): string {
    return [...this.#types]
      .sort(([a], [b]) => (a < b ? -1 : 1))
      .map(([name, type]) => printed(name, type))
      .join('\n');
  }

  #typeOf(schema: JsonSchema, path: string, definitions: KindSchema['definitions']): string {
    const reference =
      schema.$ref ?? (schema.allOf?.length === 1 && !schema.properties ? schema.allOf[0]?.$ref : undefined);
    if (reference !== undefined)
      return this.#typeOfDefinition(reference.slice(reference.lastIndexOf('/') + 1), definitions);
    if (schema['x-kubernetes-preserve-unknown-fields'] || schema['x-kubernetes-embedded-resource']) return 'JSON';
    const scalar = scalarOf(schema);
    if (scalar !== undefined) return scalar;
    if (schema.type === 'array' && schema.items) {
      const item = this.#typeOf(schema.items, path, definitions);
      return item === 'JSON' ? 'JSON' : `[${item}${schema.items.nullable ? '' : '!'}]`;
    }
    const { properties, additionalProperties: values } = schema;
    if (properties && Object.keys(properties).length > 0) {
      if (isCondition(properties)) return this.#typeOfDefinition(CONDITION, { [CONDITION]: schema });
      return this.#object(path, path, schema, definitions);
    }
    if (typeof values === 'object')
      return ['String', 'Quantity'].includes(this.#typeOf(values, path, definitions)) ? 'StringMap' : 'JSON';
    return 'JSON';
  }

  #typeOfDefinition(definition: string, definitions: KindSchema['definitions']): string {
    const known = KNOWN[definition];
    if (known !== undefined) return known;
    const schema = definitions[definition];
    if (!schema) return 'JSON';
    if (!schema.properties || Object.keys(schema.properties).length === 0)
      return this.#typeOf(schema, pascal(definition), definitions);
    const name = definitionNameOf(definition);
    return this.#kinds.has(name) || this.#known.has(name) ? name : this.#object(name, definition, schema, definitions);
  }

  /** Returns the name of a type, and creates the type on first use. */
  #object(name: string, origin: string, schema: JsonSchema, definitions: KindSchema['definitions']): string {
    if (this.#origins.get(name) === origin) return name;
    this.#claim(name, origin);
    const fields: Field[] = [];
    for (const [property, of] of byName(schema.properties))
      if (!LEFT_OUT.has(property))
        fields.push(fieldOf(property, this.#typeOf(of, `${name}${pascal(property)}`, definitions), of, fields));
    this.#types.set(name, { description: firstSentence(schema.description) || `Part of an object.`, fields });
    return name;
  }

  #claim(name: string, origin: string): void {
    if (this.#known.has(name)) throw new KindSchemaError(`There is a type ${name} already. Leave ${origin} out.`);
    const other = this.#origins.get(name);
    if (other !== undefined)
      throw new KindSchemaError(`${other} and ${origin} would both be the type ${name}. Leave one of them out.`);
    if (this.#origins.size >= MAX_TYPES)
      throw new KindSchemaError(`These kinds have more than ${MAX_TYPES} types. Ask for fewer kinds.`);
    this.#origins.set(name, origin);
  }
}

/** Sorts properties by name, since their order differs between servers and files. */
function byName(properties: JsonSchema['properties'] = {}): [string, JsonSchema][] {
  return Object.entries(properties).sort(([a], [b]) => (a < b ? -1 : 1));
}

/** True if the names of the properties are those of metav1.Condition. CRDs cannot refer to the definition. */
function isCondition(properties: NonNullable<JsonSchema['properties']>): boolean {
  return Object.keys(properties).sort().join() === 'lastTransitionTime,message,observedGeneration,reason,status,type';
}

function fieldOf(original: string, type: string, { description }: JsonSchema, others: readonly Field[]): Field {
  if (others.length >= MAX_FIELDS) throw new KindSchemaError(`An object has more than ${MAX_FIELDS} fields.`);
  const spelled = fieldNameOf(original);
  let name = spelled;
  for (let i = 2; others.some(other => other.name === name); i += 1) name = `${spelled}_${i}`;
  const reported = firstSentence(description) || `Field \`${original}\`.`;
  return {
    name,
    original,
    type,
    description: name === original ? reported : `${reported} Name in Kubernetes: \`${original}\`.`,
  };
}

function printed(name: string, { description, kind, fields }: ObjectType): string {
  const is = kind
    ? ` implements KubernetesResource @kind(${['group', 'version', 'kind'].map(key => `${key}: ${JSON.stringify(kind[key as keyof typeof kind])}`).join(', ')})`
    : '';
  const lines = fields.map(field => {
    const renamed = field.name === field.original ? '' : ` @called(name: ${JSON.stringify(field.original)})`;
    return `  ${JSON.stringify(field.description)}\n  ${field.name}: ${field.type}${renamed}\n`;
  });
  return `${JSON.stringify(description)}\ntype ${name}${is} @rbacLeaf {\n${lines.join('')}}\n`;
}
