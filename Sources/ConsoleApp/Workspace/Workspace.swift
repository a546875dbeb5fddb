package import TerminalUI

/// The sessions of one console: one is shown, or two side by side, and the others go on out of sight.
///
/// Only ``update(_:_:)`` changes it.
package struct Workspace: Sendable {
    /// In the order they were opened; an index stays with its session.
    package internal(set) var models: [Model]
    package internal(set) var size = Size.zero
    /// The indices of those in sight, from the left: one, or two.
    var shown = [0]
    /// The index of the one that keys go to.
    var focused = 0

    /// Creates the workspace of a console that has just been opened on its first session.
    package init(_ model: Model) { models = [model] }

    /// The fewest columns for two sessions side by side.
    static let leastSplitWidth = 2 * ScreenForm.smallest.width + 1

    /// The indices in sight and their places; where there is no room for two, the one that has the keys.
    package func places(in size: Size) -> [(index: Int, place: Rect)] {
        guard shown.count == 2, size.width >= Self.leastSplitWidth else { return [(focused, Rect(size))] }
        let (left, rest) = Rect(size).split(left: (size.width - 1) / 2)
        return [(shown[0], left), (shown[1], rest.inset(left: 1))]
    }

    /// Tells every model its size and its placement.
    mutating func layOut() {
        let places = places(in: size)
        for index in models.indices {
            let size = places.first { $0.index == index }?.place.size ?? self.size
            let placement = Placement(
                isSplit: shown.count == 2 && shown.contains(index), hasKeys: index == focused,
                hasOthers: models.count > 1)
            if models[index].size != size { _ = update(&models[index], .terminal(.resized(size))) }
            if models[index].scene.placement != placement { models[index].scene.placement = placement }
        }
    }
}
