"""A slow, simple version of the rules of road access and of sites, cell by cell."""


def neighbours(cell, side):
    row, column = cell
    for other in ((row - 1, column), (row + 1, column), (row, column - 1), (row, column + 1)):
        if 0 <= other[0] < side and 0 <= other[1] < side:
            yield other


def kinds_by_cell(land):
    import pentocity
    kinds = land.kinds
    return {(r, c): pentocity.KINDS[kinds[r, c]] for r in range(land.side) for c in range(land.side)}


def reachable(kinds, side):
    """The empty cells that a new road can reach."""
    def is_head(cell):
        at_border = 0 in cell or side - 1 in cell
        return at_border or any(kinds[other] == "road" for other in neighbours(cell, side))
    todo = [cell for cell, kind in kinds.items() if kind == "empty" and is_head(cell)]
    seen = set(todo)
    while todo:
        for other in neighbours(todo.pop(), side):
            if kinds[other] == "empty" and other not in seen:
                seen.add(other)
                todo.append(other)
    return seen


def legal_actions(land, request):
    """The numbers of the environment's legal actions."""
    side = land.side
    kinds = kinds_by_cell(land)
    other_type = "factory" if request.type == "residence" else "residence"
    allowed = {cell for cell in reachable(kinds, side)
               if all(kinds[other] != other_type for other in neighbours(cell, side))}
    return {0} | {1 + (number * side + row) * side + column for number, rotation in enumerate(request.rotations)
                  for row in range(side) for column in range(side)
                  if all((row + r, column + c) in allowed for r, c in rotation.tolist())}
