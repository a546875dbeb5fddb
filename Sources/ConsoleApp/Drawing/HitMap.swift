import TerminalUI

/// The targets of mouse clicks, by their rectangles; filled in while a frame is drawn.
///
/// A later mark lies above the earlier ones.
struct HitMap<Target> {
    private var layers: [(rect: Rect, target: Target?)] = []

    init() {}

    /// Makes a rectangle lead to a target.
    mutating func mark(_ rect: Rect, as target: Target) {
        layers.append((rect, target))
    }

    /// Hides the earlier marks in a rectangle, as a popup does.
    mutating func cover(_ rect: Rect) {
        layers.removeAll { $0.rect.intersection(rect) == $0.rect }
        if layers.contains(where: { !$0.rect.intersection(rect).isEmpty }) { layers.append((rect, nil)) }
    }

    /// The topmost target at a point; `nil` if there is none or it is covered.
    func hit(at point: Point) -> Target? {
        layers.last { $0.rect.contains(point) }?.target
    }
}

extension HitMap: Sendable where Target: Sendable {}
