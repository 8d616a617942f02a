/** The first queries that GraphiQL and the demo show. A test runs each query as every demo identity. */
export const STARTER_QUERIES = [
  `# What is failing, anywhere I may look?
query Failing($first: Int = 25, $namespaces: [String!]) {
  objects(filter: { statuses: [FAILED], namespaces: $namespaces }, first: $first) {
    totalCount
    nodes { id status reason message transitionedAt }
    facets(fields: [CLUSTER, KIND, REASON]) { field values { value title count } }
    coverage { total indexed rebuilding stale unreachable closed }
  }
}
`,
  `# From the list of failures to their live conditions, in one request
query FailingLive {
  objects(filter: { statuses: [FAILED] }, first: 10) {
    nodes {
      id
      live { state message conditions { type status reason message } events(first: 3) { state nodes { type reason message } } }
    }
  }
}
`,
  `# One object live, and why I may see it. Ids are cluster/group/kind/namespace/name
query Detail($id: ID! = "eu-west-1-prod/apps/Deployment/payments/payments-api") {
  object(id: $id) {
    status
    reason
    live { state message yaml events(first: 5) { state nodes { type reason message lastSeenAt } } }
  }
  explainAccess(id: $id, verb: "get") { visible allowed reason grants { binding { kind namespace name } role { kind name } } }
}
`,
  `# Who am I, and what may I see?
query Me {
  viewer { user groups }
  clusters(first: 50) { nodes { name } }
  namespaces(first: 50) { nodes { cluster { name } name } }
  kinds { group name }
}
`,
];
