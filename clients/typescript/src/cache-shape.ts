/** Object types without an id of their own: a part of the object that holds them. */
export const EMBEDDED = [
  "AccessExplanation",
  "AccessVerdict",
  "ActionPayload",
  "ActionResult",
  "Administration",
  "ClusterConnection",
  "ClusterCoverage",
  "ClusterCoverageConnection",
  "ClusterEdge",
  "Condition",
  "Coverage",
  "EventList",
  "Facet",
  "FacetValue",
  "FieldConflict",
  "Grant",
  "GrantReference",
  "GrantRule",
  "Group",
  "GroupConnection",
  "GroupValue",
  "KindCoverage",
  "LiveObject",
  "LogText",
  "NamespaceAccess",
  "NamespaceConnection",
  "NamespaceEdge",
  "ObjectChange",
  "ObjectChanges",
  "ObjectConnection",
  "ObjectEdge",
  "ObjectMeta",
  "ObjectTree",
  "PageInfo",
  "Registration",
  "RegistrationConnection",
  "RegistrationProblem",
  "RegistrationProblemConnection",
  "RelationConnection",
  "RelationEdge",
  "Revision",
  "RevisionConnection",
  "StatusCounts",
  "Suggestion",
  "TreeNode",
  "Viewer",
  "ViewerAccess",
  "ViewerAccessConnection",
  "ViewerOnCluster",
  "WithheldClusters"
] as const;

/** Of these, the ones that say in `state` whether their other fields mean anything. */
export const LIVE = [
  "EventList",
  "LiveObject",
  "LogText"
] as const;

/** Fields that are lists of objects: a new list takes the place of the old one. */
export const LISTS = {
  "AccessExplanation": [
    "grants"
  ],
  "ActionPayload": [
    "results"
  ],
  "ActionResult": [
    "conflicts"
  ],
  "ClusterConnection": [
    "edges",
    "nodes"
  ],
  "ClusterCoverage": [
    "kinds"
  ],
  "ClusterCoverageConnection": [
    "nodes"
  ],
  "Coverage": [
    "withheld"
  ],
  "EventList": [
    "nodes"
  ],
  "Facet": [
    "values"
  ],
  "Group": [
    "values"
  ],
  "GroupConnection": [
    "nodes"
  ],
  "LiveObject": [
    "access",
    "conditions",
    "owners"
  ],
  "NamespaceConnection": [
    "edges",
    "nodes"
  ],
  "ObjectChanges": [
    "changes"
  ],
  "ObjectConnection": [
    "edges",
    "facets",
    "nodes"
  ],
  "ObjectTree": [
    "nodes"
  ],
  "Query": [
    "kinds",
    "nodes",
    "suggestions"
  ],
  "RegistrationConnection": [
    "nodes"
  ],
  "RegistrationProblemConnection": [
    "nodes"
  ],
  "RelationConnection": [
    "edges"
  ],
  "Revision": [
    "clusters"
  ],
  "RevisionConnection": [
    "nodes"
  ],
  "Viewer": [
    "clusters"
  ],
  "ViewerAccess": [
    "inNamespaces"
  ],
  "ViewerAccessConnection": [
    "nodes"
  ]
} as const;

/** Connections, with the arguments that make one another list. */
export const CONNECTIONS = {
  "Administration": {
    "problems": [],
    "registrations": []
  },
  "Cluster": {
    "objects": [
      "filter",
      "orderBy"
    ]
  },
  "Coverage": {
    "clusters": [
      "states"
    ]
  },
  "Kind": {
    "objects": [
      "filter",
      "orderBy"
    ]
  },
  "KubernetesObject": {
    "related": [
      "direction",
      "types"
    ]
  },
  "Namespace": {
    "objects": [
      "filter",
      "orderBy"
    ]
  },
  "ObjectConnection": {
    "groups": [
      "by"
    ]
  },
  "Query": {
    "clusters": [
      "filter"
    ],
    "namespaces": [
      "filter"
    ],
    "objects": [
      "filter",
      "orderBy"
    ],
    "revisions": [
      "filter",
      "sourceUrl"
    ]
  },
  "Viewer": {
    "access": []
  }
} as const;

/** The object types of each interface and union. */
export const POSSIBLE_TYPES = {
  "Node": [
    "Cluster",
    "Kind",
    "KubernetesObject",
    "Namespace"
  ]
} as const;
