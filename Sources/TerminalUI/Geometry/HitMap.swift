/// What each part of the screen answers to a click: filled in while a frame is drawn.
///
/// What is marked later lies above what was marked before.
package struct HitMap<Target> {
    private var layers: [(rect: Rect, target: Target?)] = []

    package init() {}

    /// Lets a rectangle answer as the target.
    package mutating func mark(_ rect: Rect, as target: Target) {
        layers.append((rect, target))
    }

    /// Hides what was marked in a rectangle before, as a popup does.
    package mutating func cover(_ rect: Rect) {
        layers.append((rect, nil))
    }

    /// The topmost target at a place; `nil` where there is none, or where it is covered.
    package func hit(at point: Point) -> Target? {
        layers.last { $0.rect.contains(point) }?.target
    }
}

extension HitMap: Sendable where Target: Sendable {}
