/**
 * Generates types for the operations in src/ from the public schema. Run by `make generate`. The result is checked in.
 */
import type { CodegenConfig } from '@graphql-codegen/cli';

const config: CodegenConfig = {
  schema: '../schema/api.graphql',
  documents: ['src/**/*.graphql'],
  generates: {
    './src/graph/': {
      preset: 'client',
      presetConfig: { fragmentMasking: false },
      config: {
        useTypeImports: true,
        enumsAsTypes: true,
        onlyOperationTypes: true,
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
      },
    },
  },
  importExtension: '.ts',
};

// Code generators load the default export of their configuration.
// eslint-disable-next-line fleetgraph/named-exports
export default config;
