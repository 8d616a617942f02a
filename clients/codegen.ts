/**
 * Configuration of graphql-codegen, which `make generate` runs. It generates files from the public schema: types, data
 * for client caches (codegen-cache-shape.ts), and the typed queries of the example.
 */
import type { CodegenConfig } from '@graphql-codegen/cli';

const types = {
  useTypeImports: true,
  enumsAsTypes: true,
  strictScalars: true,
  scalars: {
    ID: { input: 'string', output: 'string' },
    BigInt: 'number',
    DateTime: 'string',
    Duration: 'string',
    IntOrString: 'number | string',
    JSON: 'unknown',
    JSONObject: 'Record<string, unknown>',
    Quantity: 'string',
    StringMap: 'Record<string, string>',
  },
};

const config: CodegenConfig = {
  schema: '../schema/api.graphql',
  generates: {
    'typescript/src/schema.ts': { plugins: ['typescript'], config: { ...types, futureProofEnums: true } },
    'typescript/src/cache-shape.ts': {
      plugins: ['./codegen-cache-shape.ts'],
      config: { borrowedIds: ['ActionResult', 'ObjectChange', 'RelationEdge', 'TreeNode'] },
    },
    'typescript/example/generated/': {
      documents: ['typescript/example/*.ts'],
      preset: 'client',
      presetConfig: { fragmentMasking: false },
      config: types,
    },
  },
  importExtension: '.ts',
};

// Code generators load the default export of their configuration.
// eslint-disable-next-line fleetgraph/named-exports
export default config;
