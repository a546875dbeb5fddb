package import TerminalUI

/// Draws one frame of the workspace after another, with two sessions side by side where they are.
package struct WorkspaceFrames {
    private let glyphs: Glyphs
    /// Of those in sight, by their index.
    private var frames: [Int: Frames] = [:]

    package init(glyphs: Glyphs) { self.glyphs = glyphs }

    package mutating func draw(_ workspace: Workspace, size: Size) -> Surface {
        let places = workspace.places(in: size)
        frames = frames.filter { kept in places.contains { $0.index == kept.key } }
        let barHeight = workspace.barHeight(in: size)
        guard barHeight > 0 else { return draw(workspace, places, size) }
        var surface = Surface(size: size)
        let (above, below) = Rect(size).split(bottom: barHeight)
        surface.blit(draw(workspace, places, above.size), at: above.origin)
        let (said, past) = below.split(bottom: workspace.pastBarHeight(in: size))
        if let bar = PlaybackBar(workspace, glyphs) { surface.blit(bar.draw(said.size), at: said.origin) }
        if let bar = PastBar(workspace, glyphs) { surface.blit(bar.draw(past.size), at: past.origin) }
        return surface
    }

    private mutating func draw(
        _ workspace: Workspace, _ places: [(index: Int, place: Rect)], _ size: Size
    ) -> Surface {
        if let only = places.first, places.count == 1 {
            return draw(workspace.shownModel(only.index), only.index, size)
        }
        var surface = Surface(size: size)
        for (index, place) in places {
            var half = draw(workspace.shownModel(index), index, place.size)
            if index != workspace.sessions.focused { (half.cursor, half.focus, half.title) = (nil, nil, nil) }
            surface.blit(half, at: place.origin)
        }
        // Between the panes their own frames part the halves.
        let layout = ShellLayout(size, notice: nil)
        let column = Rect(x: places.first?.place.maxX ?? 0, y: 0, width: 1, height: size.height)
        for rows in [layout.header, layout.hints] {
            surface.fill(column.intersection(rows), with: glyphs.border.vertical, style: .border)
        }
        return surface
    }

    private mutating func draw(_ model: Model, _ index: Int, _ size: Size) -> Surface {
        frames[index, default: Frames(glyphs: glyphs)].draw(model, size: size)
    }
}
