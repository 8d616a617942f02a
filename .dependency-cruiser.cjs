// Checks the import rule of docs/architecture.md: the list says what each folder may import besides itself. All folders
// may import `schema` (ids of the graph), `async` and `telemetry`. Other imports are denied, also for new folders.
const may = {
  schema: [],
  clients: [],
  async: [],
  telemetry: [],
  // kinds: compiles the expressions of `status.rules`, so that the error names the key of an invalid expression. The
  // registry has the default kinds for the reference.
  // clusters: each type of source has its own keys.
  config: ['kinds/(configured|expression|registry|untrusted)[.]ts$', 'clusters/(source-kind|sources/registry)[.]ts$'],
  rbac: [],
  store: ['rbac'],
  kinds: ['rbac', 'store'],
  readmodel: ['rbac', 'store'],
  kubernetes: ['rbac'],
  clusters: ['kubernetes', 'identity', 'rbac'],
  identity: ['kubernetes', 'clusters', 'rbac'],
  access: ['readmodel', 'rbac', 'identity', 'store'],
  mover: [
    'access',
    'readmodel',
    'subgraphs/(parts|placement-intent)[.]ts$',
    'subgraphs/placement',
    'kinds',
    'kubernetes',
    'clusters',
    'identity',
    'rbac',
    'store',
  ],
  agent: ['kubernetes', 'kinds/aggregated[.]ts$', 'rbac'],
  collector: ['kubernetes', 'clusters', 'kinds', 'prometheus', 'rbac', 'store'],
  // kinds: for projections, kinds of policies, and actions on objects.
  subgraphs: [
    'kinds/(package-projection|policies|projection|registry|untrusted)[.]ts$',
    'access',
    'readmodel',
    'kubernetes',
    'clusters',
    'identity',
    'rbac',
    'store',
    'prometheus',
  ],
  // Requests to Prometheus use the same size limit of answers as those to clusters, and the same reloading of TLS files
  // as those to subgraphs.
  prometheus: ['kubernetes/whole-answer[.]ts$', 'gateway/data-sources/subgraph-tls[.]ts$'],
  gateway: ['identity', 'subgraphs/subgraph[.]ts$'],
  // Types for modules that extend the Explorer. Types of the schema are generated into ui/ itself.
  ui: ['clients/typescript/src/explorer[.]ts$'],
  sim: ['kubernetes', 'rbac'],
  demo: ['sim', 'kubernetes', 'rbac'],
};
const everywhere = ['schema', 'async', 'telemetry'];
/** Folders that may import everything, to assemble, run or test it. */
const wiring = ['cli', 'bin', 'test', 'bench', 'examples', 'deploy'];
const under = name => `^${name}${name.endsWith('$') ? '' : '/'}`;

/** @type {import('dependency-cruiser').IConfiguration} */
module.exports = {
  forbidden: [
    ...Object.entries(may).map(([folder, allowed]) => ({
      name: `${folder} stays in its place`,
      comment: `${folder}/ may import ${['itself', ...allowed, ...everywhere].join(', ')}.`,
      severity: 'error',
      from: { path: under(folder) },
      to: { dependencyTypes: ['local'], pathNot: [folder, ...allowed, ...everywhere].map(under) },
    })),
    {
      name: 'a subgraph stays in its place',
      comment:
        'What subgraphs share is access/, readmodel/, their interfaces, scalars and errors, and how an operation has state.',
      severity: 'error',
      from: { path: '^subgraphs/([^/]+)/' },
      to: {
        path: '^subgraphs/',
        pathNot: [
          '^subgraphs/$1/',
          '^subgraphs/(arguments|label-selector|operation|parts|placement-intent|subgraph)[.]ts$',
        ],
      },
    },
    {
      name: 'a subgraph is opened by the registry',
      comment: 'Others know of subgraphs by subgraphs/registry.ts.',
      severity: 'error',
      // mover: it proves what the placement subgraph shows.
      from: { pathNot: '^(subgraphs/[^/]+/|subgraphs/registry[.]ts$|mover/|test/|bench/)' },
      to: { path: '^subgraphs/[^/]+/' },
    },
    {
      name: 'a folder that no rule knows',
      comment:
        'Give it a line in .dependency-cruiser.cjs and in docs/architecture.md: what it holds, and what it may import.',
      severity: 'error',
      from: { path: '^[^/]+/', pathNot: [...Object.keys(may), ...wiring].map(under) },
      to: { dependencyTypes: ['local'] },
    },
    {
      name: 'types of RBAC only',
      comment:
        'Only the read model, access/, the collector and what wires or simulates them use the evaluator; the others use its vocabulary.',
      severity: 'error',
      from: { path: '^(store|kinds|kubernetes|clusters|identity)/' },
      to: { path: '^rbac/', pathNot: '^rbac/(types|sharing)[.]ts$' },
    },
    {
      name: 'who sees what is decided in access/',
      comment:
        'The evaluator decides for callers in access/ only, and what it decided is kept there only. Resolvers get accessors, and import types.',
      severity: 'error',
      from: { pathNot: '^(rbac|access|sim|demo|test|bench)/' },
      to: {
        path: '^rbac/(authorize|explain|grant-index|scope|visibility)[.]ts$|^access/(request-access|frame|name-rules|visible-rows|visible-names|self)[.]ts$',
        dependencyTypesNot: ['type-only'],
      },
    },
    {
      name: 'traces are loaded where they are wanted',
      comment:
        'Import telemetry/traces.ts. What sends them comes with an import() of cli/serve/open-traces.ts, so that nobody pays for it unasked.',
      severity: 'error',
      from: { pathNot: '^(telemetry/otlp-traces[.]ts$|test/)' },
      to: {
        path: '^telemetry/otlp-traces[.]ts$|^node_modules/@opentelemetry/',
        dependencyTypesNot: ['dynamic-import'],
      },
    },
    {
      name: 'no circles',
      comment: 'Not of types alone either: give what two files share a file of its own.',
      severity: 'error',
      from: {},
      to: { circular: true },
    },
    {
      name: 'nothing imports tests',
      severity: 'error',
      from: { pathNot: '^(test|bench|clients|examples)/' },
      to: { path: '^(test|bench)/' },
    },
    {
      name: 'only what is declared',
      severity: 'error',
      from: { path: '^[^/]+/.*[.]ts$', pathNot: '^(test|bench|clients|examples)/' },
      to: { dependencyTypes: ['npm-dev', 'npm-no-pkg', 'npm-unknown'] },
    },
  ],
  options: {
    doNotFollow: { path: 'node_modules' },
    exclude: { path: '^(ui/dist|ui/node_modules|dist|coverage|node_modules)/' },
    tsPreCompilationDeps: true,
    tsConfig: { fileName: 'tsconfig.json' },
    enhancedResolveOptions: {
      exportsFields: ['exports'],
      conditionNames: ['import', 'node', 'default'],
      extensions: ['.ts', '.tsx', '.js', '.json'],
    },
  },
};
