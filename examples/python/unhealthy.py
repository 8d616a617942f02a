"""What is failing over the whole fleet, and the newest failure live, by a client that ariadne-codegen made of queries.graphql.

    FLEETGRAPH_TOKEN=... python unhealthy.py http://127.0.0.1:4000
"""

import os
import sys

from fleetgraph_client import Client
from fleetgraph_client.exceptions import GraphQLClientError, GraphQLClientGraphQLMultiError


def report(client: Client) -> list[str]:
    try:
        objects = client.unhealthy(first=10).objects
    except GraphQLClientGraphQLMultiError as failed:
        # The generated client also raises if only a part of the answer failed. The rest is in failed.data.
        return [f"not answered: {error.message}" for error in failed.errors]
    lines = [f"{objects.total_count} failing, from {objects.coverage.indexed} of {objects.coverage.total} clusters"]
    lines += [f"{node.transitioned_at}  {node.id}  {node.reason or ''}" for node in objects.nodes]
    if objects.nodes:
        found = client.open(id=objects.nodes[0].id).object_
        live = found.live if found else None
        lines.append(f"live {objects.nodes[0].id}: {live.state.value if live else 'gone'}")
        for condition in (live.conditions if live else None) or []:
            lines.append(f"  {condition.type_}={condition.status} {condition.reason or ''}")
    return lines


def main() -> int:
    token = os.environ.get("FLEETGRAPH_TOKEN")
    if len(sys.argv) != 2 or not token:
        print(__doc__, file=sys.stderr)
        return 2
    try:
        print("\n".join(report(Client(url=f"{sys.argv[1]}/graphql", headers={"authorization": f"Bearer {token}"}))))
    except GraphQLClientError as failed:
        print(f"{sys.argv[1]}: {failed}", file=sys.stderr)
        return 1
    return 0


if __name__ == "__main__":
    sys.exit(main())
