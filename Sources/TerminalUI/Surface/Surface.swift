/// The cells of the whole screen or of a part of it: views draw on it, and a terminal shows it.
///
/// Drawing outside its bounds has no effect. Writing over one half of a wide character blanks its other half, so that
/// a surface never holds half a character.
package struct Surface: Equatable, Sendable {
    package let size: Size
    /// Row by row, `size.width` cells each.
    package private(set) var cells: [Cell]
    /// The position of the terminal's cursor; hidden if `nil`.
    package var cursor: Point?
    /// The position of the hidden cursor: what has the focus, for screen readers and magnifiers.
    package var focus: Point?
    /// The title of the terminal's window; the terminal's own if `nil`.
    package var title: String?
    /// The addresses that cells link to, by number from 1.
    private(set) var links: [String] = []

    package init(size: Size) {
        self.size = size
        cells = Array(repeating: .blank, count: size.width * size.height)
    }

    package var bounds: Rect { Rect(size) }

    /// The cell at a point inside the surface.
    package subscript(point: Point) -> Cell {
        get { cells[point.y * size.width + point.x] }
        set { put(newValue, at: point) }
    }

    package func row(_ y: Int) -> ArraySlice<Cell> {
        cells[y * size.width..<(y + 1) * size.width]
    }

    /// Places a cell, and its continuation if it is wide; a wide cell that doesn't fit becomes a blank.
    mutating func put(_ cell: Cell, at point: Point) {
        guard bounds.contains(point), !cell.isContinuation else { return }
        let index = point.y * size.width + point.x
        detach(index, x: point.x)
        if cell.width == 2 {
            guard point.x + 1 < size.width else {
                cells[index] = .blank(style: cell.style)
                return
            }
            detach(index + 1, x: point.x + 1)
            cells[index + 1] = .continuation(style: cell.style)
        }
        cells[index] = cell
    }

    /// Blanks a rectangle.
    package mutating func clear(_ rect: Rect) { fill(rect.intersection(bounds), with: .blank) }

    /// Fills an area inside the surface with a cell of one column.
    mutating func fill(_ area: Rect, with cell: Cell) {
        guard !area.isEmpty else { return }
        for y in area.y..<area.maxY {
            let row = y * size.width
            detach(row + area.x, x: area.x)
            detach(row + area.maxX - 1, x: area.maxX - 1)
            for index in row + area.x..<row + area.maxX { cells[index] = cell }
        }
    }

    /// Becomes another surface, from which it differs by these runs, without sharing its memory: whoever draws the next
    /// frame on that one need not copy it first.
    package mutating func adopt(_ runs: [CellRun], of other: Surface) {
        guard size == other.size, links == other.links else {
            self = other
            return
        }
        for run in runs {
            let start = run.origin.y * size.width + run.origin.x
            cells.withUnsafeMutableBufferPointer { cells in
                for (offset, cell) in run.cells.enumerated() { cells[start + offset] = cell }
            }
        }
        (cursor, focus, title) = (other.cursor, other.focus, other.title)
    }

    mutating func restyle(at index: Int, _ style: Style) {
        cells[index] = cells[index].restyled(style)
    }

    /// The number for cells that link to an address.
    mutating func number(ofLink address: String) -> UInt16 {
        if let known = links.firstIndex(of: address) { return UInt16(known + 1) }
        guard links.count < Int(UInt16.max) else { return 0 }
        links.append(address)
        return UInt16(links.count)
    }

    mutating func relink(at index: Int, _ link: UInt16) {
        cells[index] = cells[index].linked(link)
    }

    /// Blanks the other half of a wide character that is about to lose this half.
    private mutating func detach(_ index: Int, x: Int) {
        let cell = cells[index]
        guard cell.width != 1 else { return }
        if cell.isContinuation, x > 0 {
            cells[index - 1] = .blank(style: cells[index - 1].style)
        } else if cell.width == 2, x + 1 < size.width {
            cells[index + 1] = .blank(style: cell.style)
        }
    }
}
