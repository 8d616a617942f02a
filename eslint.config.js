// Lints only GraphQL. .oxlintrc.json has the rules for TypeScript and JavaScript.
import graphql from '@graphql-eslint/eslint-plugin';

export default [
  { ignores: ['schema/{supergraph,api,kinds,released}.graphql'] },
  {
    files: ['schema/*.graphql'],
    // Some rules follow a type into the files of other subgraphs, so they need the complete schema.
    languageOptions: { parser: graphql.parser, parserOptions: { graphQLConfig: { schema: 'schema/api.graphql' } } },
    plugins: { '@graphql-eslint': graphql },
    rules: {
      '@graphql-eslint/no-hashtag-description': 'error',
      '@graphql-eslint/no-anonymous-operations': 'error',
      '@graphql-eslint/no-duplicate-fields': 'error',
      '@graphql-eslint/naming-convention': [
        'error',
        {
          types: 'PascalCase',
          FieldDefinition: 'camelCase',
          InputValueDefinition: 'camelCase',
          EnumValueDefinition: 'UPPER_CASE',
        },
      ],
      '@graphql-eslint/relay-arguments': ['error', { includeBoth: false }],
      '@graphql-eslint/relay-page-info': 'error',
      '@graphql-eslint/require-nullable-result-in-root': 'error',
      '@graphql-eslint/require-deprecation-reason': 'error',
      '@graphql-eslint/require-description': [
        'error',
        { types: true, FieldDefinition: true, EnumValueDefinition: false, InputValueDefinition: false },
      ],
    },
  },
];
