/** Queries like those of a user interface, for the tests of Apollo and urql. */
export const LIST = /* GraphQL */ `
  query List($filter: ObjectFilter, $after: String) {
    objects(filter: $filter, first: 5, after: $after) {
      totalCount
      nodes {
        id
        name
        status
        cluster {
          id
          name
          coverage {
            state
          }
        }
        live {
          state
          conditions {
            type
            status
          }
        }
      }
      edges {
        cursor
        node {
          id
          kind
        }
      }
      pageInfo {
        hasNextPage
        hasPreviousPage
        startCursor
        endCursor
      }
      facets(fields: [STATUS, KIND]) {
        field
        values {
          value
          count
        }
      }
      coverage {
        total
        indexed
        withheld {
          cause
          count
        }
        clusters {
          totalCount
          nodes {
            state
            cluster {
              id
            }
          }
          pageInfo {
            hasNextPage
            endCursor
          }
        }
      }
    }
  }
`;

export const DETAIL = /* GraphQL */ `
  query Detail($id: ID!) {
    object(id: $id) {
      id
      name
      message
      labels
      source {
        id
        name
      }
      live {
        state
        observedAt
        yaml
        metadata {
          name
          labels
        }
        conditions {
          type
          status
        }
        owners {
          id
        }
        events(first: 3) {
          state
          nodes {
            id
            reason
          }
        }
      }
    }
  }
`;

/** All fields of this query are also in LIST. */
export const SUMMARY = /* GraphQL */ `
  query Summary($id: ID!) {
    object(id: $id) {
      id
      name
      status
    }
  }
`;

export const SIDE_PAGES = /* GraphQL */ `
  query SidePages($id: ID!) {
    viewer {
      user
      access(first: 2) {
        totalCount
        nodes {
          everywhere
          cluster {
            id
          }
        }
        pageInfo {
          hasNextPage
          endCursor
        }
      }
    }
    clusters(first: 2) {
      nodes {
        id
        name
        objectCount
        coverage {
          reason
          kinds {
            kind
            state
          }
        }
      }
      pageInfo {
        hasNextPage
        endCursor
      }
    }
    namespaces(first: 3) {
      nodes {
        id
        name
        cluster {
          id
        }
      }
      pageInfo {
        hasNextPage
        endCursor
      }
    }
    kinds {
      id
      value
    }
    coverage {
      total
      stale
    }
    node(id: $id) {
      id
      ... on KubernetesObject {
        reason
      }
    }
    explainAccess(id: $id) {
      visible
      grants {
        binding {
          kind
          name
        }
      }
    }
  }
`;

/** A query with one field that fails and one that succeeds. */
export const PARTLY_WRONG = /* GraphQL */ `
  query PartlyWrong {
    viewer {
      user
    }
    objects(first: 501) {
      totalCount
    }
  }
`;
