import js from '@eslint/js';
import graphql from '@graphql-eslint/eslint-plugin';
import reactHooks from 'eslint-plugin-react-hooks';
import tseslint from 'typescript-eslint';

const RIDDLE = /^[*\s]*(Of|Who|That|Another|The same|So many|Whether it|What it)\b/;

/** Reports comments with a hard opening. A comment should start with the noun that it defines, or with a verb. */
const plainComments = {
  create: context => ({
    Program: () => {
      for (const { value, loc } of context.sourceCode.getAllComments()) {
        const [, start] = RIDDLE.exec(value) ?? [];
        if (start)
          context.report({ loc, message: `Start a comment with the noun it defines, or a verb, not with "${start}".` });
      }
    },
  }),
};

export default tseslint.config(
  {
    ignores: [
      '**/node_modules/',
      '**/dist/',
      'coverage/',
      'ui/src/graph/',
      'test/apiserver/',
      'schema/supergraph.graphql',
      'schema/api.graphql',
      'schema/kinds.graphql',
      'schema/released.graphql',
      'clients/typescript/src/schema.ts',
      'clients/typescript/src/cache-shape.ts',
      'clients/typescript/example/generated/',
      'clients/typescript/test/relay/',
      'examples/python/',
    ],
  },
  {
    files: ['**/*.ts', '**/*.tsx'],
    extends: [js.configs.recommended, ...tseslint.configs.recommendedTypeChecked],
    languageOptions: { parserOptions: { projectService: true, tsconfigRootDir: import.meta.dirname } },
    rules: {
      '@typescript-eslint/no-unused-vars': ['error', { argsIgnorePattern: '^_', varsIgnorePattern: '^_' }],
      '@typescript-eslint/consistent-type-imports': 'error',
      '@typescript-eslint/no-floating-promises': 'error',
      '@typescript-eslint/require-await': 'off',
      '@typescript-eslint/only-throw-error': 'off', // The reason of an aborted signal is rethrown unchanged.
      '@typescript-eslint/prefer-promise-reject-errors': 'off',
      'no-restricted-syntax': [
        'error',
        { selector: 'ExportDefaultDeclaration', message: 'Name what a file exports.' },
        { selector: 'ExportAllDeclaration', message: 'No barrels: import from the file that holds the thing.' },
      ],
      'no-control-regex': 'off',
      eqeqeq: ['error', 'always', { null: 'ignore' }],
    },
  },
  {
    // Prettier does not break strings and comments, so check their lines.
    files: ['**/*.ts', '**/*.tsx'],
    rules: {
      'max-len': [
        'error',
        { code: 120, ignoreStrings: true, ignoreTemplateLiterals: true, ignoreRegExpLiterals: true, ignoreUrls: true },
      ],
    },
  },
  {
    files: ['**/*.ts', '**/*.tsx'],
    plugins: { fleetgraph: { rules: { 'plain-comments': plainComments } } },
    rules: { 'fleetgraph/plain-comments': 'error' },
  },
  {
    // The dependencies of clients/typescript are not installed when eslint runs, so their types are unknown.
    files: ['test/**/*.ts', 'bench/**/*.ts', 'clients/**/*.ts'],
    rules: {
      '@typescript-eslint/no-unsafe-assignment': 'off',
      '@typescript-eslint/no-unsafe-member-access': 'off',
      '@typescript-eslint/no-unsafe-argument': 'off',
      '@typescript-eslint/no-unsafe-return': 'off',
      '@typescript-eslint/no-unsafe-call': 'off',
      '@typescript-eslint/unbound-method': 'off',
      '@typescript-eslint/no-explicit-any': 'off', // Tests check responses by comparing them, not by types.
    },
  },
  {
    // Types of missing dependencies are unknown, so these rules report false problems.
    files: ['clients/typescript/**/*.ts'],
    rules: {
      '@typescript-eslint/no-redundant-type-constituents': 'off',
      '@typescript-eslint/no-unnecessary-type-assertion': 'off',
      '@typescript-eslint/no-floating-promises': [
        'error',
        { allowForKnownSafeCalls: [{ from: 'package', package: 'node:test', name: ['describe', 'it'] }] },
      ],
    },
  },
  {
    files: ['ui/src/**/*.{ts,tsx}'],
    plugins: { 'react-hooks': reactHooks },
    rules: { 'react-hooks/rules-of-hooks': 'error', 'react-hooks/exhaustive-deps': 'error' },
  },
  {
    files: ['**/*.js', '**/*.cjs'],
    extends: [js.configs.recommended],
    languageOptions: { globals: { process: 'readonly', module: 'writable', console: 'readonly', URL: 'readonly' } },
  },
  {
    files: ['schema/*.graphql'],
    // Some rules need all subgraphs, since types of one subgraph are used in the file of another.
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
);
