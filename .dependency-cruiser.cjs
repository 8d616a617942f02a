// The import rule of docs/architecture.md, checked: what each folder may import. `schema` (the graph's ids), `async` and `telemetry` are open to all.
const may = {
  schema: [],
  async: [],
  rbac: [],
  telemetry: [],
  config: [],
  store: ['rbac'],
  readmodel: ['rbac', 'store'],
  kubernetes: ['rbac'],
  identity: ['rbac', 'kubernetes'],
  collector: ['kubernetes', 'rbac', 'store'],
  'subgraphs/fleet': ['readmodel', 'rbac', 'identity', 'store'],
  'subgraphs/live': ['kubernetes', 'identity', 'rbac'],
  gateway: ['identity', 'subgraphs/[^/]+[.]ts'],
};

/** @type {import('dependency-cruiser').IConfiguration} */
module.exports = {
  forbidden: [
    ...Object.entries(may).map(([folder, allowed]) => ({
      name: `${folder} stays in its place`,
      comment: `${folder}/ may import ${['itself', ...allowed, 'schema', 'async', 'telemetry'].join(', ')}.`,
      severity: 'error',
      from: { path: `^${folder}/` },
      to: {
        path: '^(schema|async|rbac|store|readmodel|kubernetes|identity|collector|subgraphs|gateway|telemetry|config|cli|bin|ui|test|bench|examples)/',
        pathNot: [
          `^${folder}/`,
          '^schema/',
          '^async/',
          '^telemetry/',
          '^subgraphs/subgraph[.]ts$',
          ...allowed.map(name => `^${name}${name.endsWith('ts') ? '' : '/'}`),
        ],
      },
    })),
    {
      name: 'types of RBAC only',
      comment:
        'Outside rbac/, readmodel/, collector/, subgraphs/ and the command line only the vocabulary of rbac/ is used, never the evaluator.',
      severity: 'error',
      from: { path: '^(store|kubernetes|identity)/' },
      to: { path: '^rbac/', pathNot: '^rbac/(types|sharing)[.]ts$' },
    },
    { name: 'no circles', severity: 'error', from: {}, to: { circular: true, viaOnly: { dependencyTypesNot: ['type-only'] } } },
    {
      name: 'nothing imports tests',
      severity: 'error',
      from: { pathNot: '^(test|bench|examples)/|^cli/demo/real-fleet[.]ts$' },
      to: { path: '^(test|bench)/' },
    },
    {
      name: 'only what is declared',
      severity: 'error',
      from: { path: '^[^/]+/.*[.]ts$', pathNot: '^(test|bench|examples)/' },
      to: { dependencyTypes: ['npm-dev', 'npm-no-pkg', 'npm-unknown'] },
    },
  ],
  options: {
    doNotFollow: { path: 'node_modules' },
    exclude: { path: '^(ui|dist|coverage|node_modules)/' },
    tsPreCompilationDeps: true,
    tsConfig: { fileName: 'tsconfig.json' },
    enhancedResolveOptions: {
      exportsFields: ['exports'],
      conditionNames: ['import', 'node', 'default'],
      extensions: ['.ts', '.js', '.json'],
    },
  },
};
