# pyright: basic
"""Districts for other libraries: graphs for networkx, plans for GerryChain, which have no types for pyright."""
from __future__ import annotations

from typing import TYPE_CHECKING, Any

from . import _core

if TYPE_CHECKING:
    from numpy.typing import ArrayLike, NDArray


def to_networkx(electorate: _core.Electorate) -> Any:
    """The board as a networkx graph. Nodes are (row, column), with the attributes `population` (1), `A` and `B` (votes);
    edges join cells that share a side."""
    import networkx
    votes = electorate.votes
    graph = networkx.Graph()
    cells = [(row, column) for row in range(electorate.rows) for column in range(electorate.columns)
             if votes[row, column] >= 0]
    for row, column in cells:
        of_a = int(votes[row, column])
        graph.add_node((row, column), population=1, A=of_a, B=1 - of_a)
    graph.add_edges_from(((row, column), other) for row, column in cells
                         for other in ((row + 1, column), (row, column + 1)) if graph.has_node(other))
    return graph


def to_gerrychain(electorate: _core.Electorate, plan: ArrayLike) -> Any:
    """A plan as GerryChain's Partition of to_networkx(), with the updaters `population` (a Tally), `cut_edges` and
    `votes` (an Election of the parties A and B)."""
    from gerrychain import Graph, Partition
    from gerrychain.updaters import Election, Tally, cut_edges
    districts: Any = electorate.read_plan(plan)  # its nodes are of any kind for GerryChain
    graph = Graph.from_networkx(to_networkx(electorate))
    return Partition(graph, assignment={node: int(districts[node]) for node in graph.nodes},
                     updaters={"population": Tally("population", alias="population"), "cut_edges": cut_edges,
                               "votes": Election("votes", {"A": "A", "B": "B"})})


def from_gerrychain(electorate: _core.Electorate, partition: Any) -> NDArray[Any]:
    """The plan of a GerryChain Partition of to_gerrychain(), as an array of shape (rows, columns). Throws InputError if
    its parts are no plan of this board."""
    import numpy
    labels = {part: number for number, part in enumerate(sorted(partition.parts))}
    plan = numpy.full((electorate.rows, electorate.columns), -1)
    # From version 1.0 on, a partition has numbers of its own for the nodes of its graph.
    own = getattr(partition.graph, "original_nx_node_id_for_internal_node_id", lambda node: node)
    for node, part in partition.assignment.items():
        plan[own(node)] = labels[part]
    return electorate.read_plan(plan)
