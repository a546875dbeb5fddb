/// A rectangle of cells.
///
/// Its size is never negative: cutting off more than it has leaves it empty.
package struct Rect: Hashable, Sendable {
    package var origin: Point
    package var size: Size

    package init(origin: Point, size: Size) {
        self.origin = origin
        self.size = size
    }

    package init(x: Int, y: Int, width: Int, height: Int) {
        self.init(origin: Point(x: x, y: y), size: Size(width: width, height: height))
    }

    package init(_ size: Size) {
        self.init(origin: .zero, size: size)
    }

    package var x: Int { origin.x }
    package var y: Int { origin.y }
    package var width: Int { size.width }
    package var height: Int { size.height }
    /// The first column to the right of the rectangle.
    package var maxX: Int { origin.x + size.width }
    /// The first row below the rectangle.
    package var maxY: Int { origin.y + size.height }
    package var isEmpty: Bool { size.isEmpty }

    package func contains(_ point: Point) -> Bool {
        x <= point.x && point.x < maxX && y <= point.y && point.y < maxY
    }

    package func intersection(_ other: Rect) -> Rect {
        let left = max(x, other.x)
        let top = max(y, other.y)
        return Rect(x: left, y: top, width: min(maxX, other.maxX) - left, height: min(maxY, other.maxY) - top)
    }

    /// Cuts the given number of columns and rows off each side.
    package func inset(left: Int = 0, top: Int = 0, right: Int = 0, bottom: Int = 0) -> Rect {
        Rect(x: x + left, y: y + top, width: width - left - right, height: height - top - bottom)
    }

    /// Cuts the same number of cells off all four sides: `inset(by: 1)` is the inside of a box.
    package func inset(by margin: Int) -> Rect {
        inset(left: margin, top: margin, right: margin, bottom: margin)
    }

    /// A rectangle of the given size in the middle of this one, made smaller if it doesn't fit.
    package func centered(_ inner: Size) -> Rect {
        let width = min(inner.width, width)
        let height = min(inner.height, height)
        return Rect(x: x + (self.width - width) / 2, y: y + (self.height - height) / 2, width: width, height: height)
    }
}
