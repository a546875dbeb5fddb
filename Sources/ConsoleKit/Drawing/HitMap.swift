package import TerminalUI

/// The targets of mouse clicks, by their rectangles; filled in while a frame is drawn.
///
/// A later mark lies above the earlier ones.
package struct HitMap<Target> {
    /// Apart from the targets, because they are compared often.
    private var rects: [Rect] = []
    private var targets: [Target?] = []

    package init() {}

    /// Makes a rectangle lead to a target.
    package mutating func mark(_ rect: Rect, as target: Target) { add(rect, target) }

    private mutating func add(_ rect: Rect, _ target: Target?) {
        rects.append(rect)
        targets.append(target)
    }

    /// Hides the earlier marks in a rectangle, as a popup does.
    package mutating func cover(_ rect: Rect) {
        var isCut = false
        for index in rects.indices.reversed() {
            let common = rects[index].intersection(rect)
            if common == rects[index] {
                rects.remove(at: index)
                targets.remove(at: index)
            } else if !common.isEmpty {
                isCut = true
            }
        }
        if isCut { add(rect, nil) }
    }

    /// The topmost target at a point; `nil` if there is none or it is covered.
    package func hit(at point: Point) -> Target? {
        rects.lastIndex { $0.contains(point) }.flatMap { targets[$0] }
    }
}

extension HitMap: Sendable where Target: Sendable {}
