/**
 * The Relay compiler reads this file and writes ./__generated__. The file itself is never run. The fragments declare
 * how Relay refetches them.
 */
const { graphql } = require('relay-runtime');

exports.List = graphql`
  query queriesListQuery($filter: ObjectFilter) {
    ...queries_list @arguments(filter: $filter)
  }
`;

exports.ListFragment = graphql`
  fragment queries_list on Query
  @refetchable(queryName: "queriesListPaginationQuery")
  @argumentDefinitions(
    filter: { type: "ObjectFilter" }
    count: { type: "Int", defaultValue: 5 }
    cursor: { type: "String" }
  ) {
    objects(filter: $filter, first: $count, after: $cursor) @connection(key: "List_objects", filters: ["filter"]) {
      totalCount
      edges {
        node {
          id
          ...queries_object
        }
      }
      coverage {
        total
        indexed
      }
    }
  }
`;

exports.ObjectFragment = graphql`
  fragment queries_object on KubernetesObject @refetchable(queryName: "queriesObjectRefetchQuery") {
    name
    status
    labels
    cluster {
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
`;

exports.Partly = graphql`
  query queriesPartlyQuery {
    viewer {
      user
    }
    objects(first: 501) {
      totalCount
    }
  }
`;
