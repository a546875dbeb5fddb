import ConsoleKit
import FoundationEssentials
import TerminalUI

/// The panes of the screen that was drawn last: only what has changed since is drawn again.
struct DrawnPanes {
    /// All that a pane's picture depends on.
    private struct State: Equatable {
        /// The pane's place among those of its screen.
        let index: Int
        let frame: Rect
        let isFocused: Bool
        /// The title of the pane that shares its place.
        let partner: String?
        let revision: Int
        let sceneRevision: Int
        let moment: Date

        /// The parts of the frame that the pane itself draws on: title and scrollbar.
        var edges: [Rect] {
            let (top, below) = frame.inset(left: 1, bottom: 1).split(top: 1)
            return [top.inset(right: 1), below.split(right: 1).right]
        }
    }

    private var screen: ObjectIdentifier?
    private var states: [State] = []
    private var lines = FrameLines(size: .zero)

    /// Draws the panes in sight: frames, titles and contents; the focused one is heavier and marked.
    ///
    /// Nothing else draws in the body of the canvas.
    mutating func draw<Content: Screen>(
        _ screen: Content, _ form: ScreenForm, in body: Rect, _ scene: Scene, on canvas: inout Canvas
    ) {
        let ids = Content.PaneID.allCases
        let frames = screen.visibleFrames(form, in: body, scene: scene)
        let visible = frames.map(\.pane)
        let states = frames.map { id, frame in
            let partner = screen.isZoomed ? nil : screen.partner(of: id, form, in: scene)
            return State(
                index: ids.firstIndex(of: id) ?? 0, frame: frame,
                isFocused: scene.placement.hasKeys && id == screen.focus,
                partner: partner.flatMap { visible.contains($0) ? nil : Content.slot($0).title },
                revision: Content.slot(id).revision(screen), sceneRevision: scene.revision, moment: scene.now)
        }
        let isOther = self.screen != ObjectIdentifier(Content.self)
        guard isOther || states != self.states else { return }
        if isOther || states.map(\.frame) != self.states.map(\.frame) {
            self = DrawnPanes()
            self.screen = ObjectIdentifier(Content.self)
            lines = FrameLines(size: canvas.surface.size)
            canvas.clear(body)
            // The pane that has the keys may be out of sight.
            canvas.surface.focus = nil
        }
        drawLines(of: states, on: &canvas)
        for (index, state) in states.enumerated() where self.states.isEmpty || self.states[index] != state {
            let slot = Content.slot(ids[state.index])
            draw(slot.pane(screen), slot.title, state, scene, on: &canvas)
        }
        self.states = states
    }

    private mutating func drawLines(of states: [State], on canvas: inout Canvas) {
        guard states.map(\.isFocused) != self.states.map(\.isFocused) else { return }
        let before = lines
        lines = FrameLines(size: canvas.surface.size)
        for state in states { lines.add(state.frame, isHeavy: state.isFocused) }
        lines.draw(on: &canvas.surface, changedSince: before, glyphs: canvas.glyphs)
    }

    private func draw(
        _ pane: any Pane, _ title: String, _ state: State, _ scene: Scene, on canvas: inout Canvas
    ) {
        for edge in state.edges { lines.draw(on: &canvas.surface, in: edge, glyphs: canvas.glyphs) }
        drawTitle(title, of: pane, state, scene, on: &canvas)
        canvas.clear(state.frame.inset(by: 1))
        // A pane with a selected row puts the focus there.
        if state.isFocused { canvas.surface.focus = state.frame.paneInside.origin }
        pane.draw(on: &canvas, in: state.frame.paneInside, isFocused: state.isFocused, scene)
    }

    private func drawTitle(
        _ name: String, of pane: any Pane, _ state: State, _ scene: Scene, on canvas: inout Canvas
    ) {
        let glyphs = canvas.glyphs
        let title =
            state.isFocused
            ? StyledText(" \(glyphs.focusMark) \(name)", Style(.borderFocused, .bold))
            : StyledText(" \(name)", .title)
        let edge = state.frame.inset(left: 1, right: 1).split(top: 1).top
        let partner = state.partner.map { StyledText($0, .dim) }
        let notes =
            partner.map { [$0] }
            ?? [
                pane.titleEnd(isFocused: state.isFocused, in: scene, glyphs), pane.shortNote(in: scene, glyphs),
            ]
        // The longest note that leaves room for the title.
        let note = notes.first { !$0.isEmpty && title.columns + $0.columns + 3 <= edge.width }
        let noteRoom = note.map { $0.columns + 2 } ?? 0
        let text =
            (title + pane.subtitle(in: scene, glyphs)).truncated(
                to: edge.width - noteRoom - 1, ellipsis: glyphs.ellipsis) + StyledText(" ")
        canvas.cover(edge)
        canvas.surface.write(text, at: edge.origin, limit: edge.width)
        if let note {
            let padded = StyledText(" ") + note + StyledText(" ")
            canvas.surface.write(padded, at: Point(x: edge.maxX - noteRoom, y: edge.y), limit: noteRoom)
            canvas.mark(note, tabs: pane.tabs, at: Point(x: edge.maxX - noteRoom + 1, y: edge.y))
        }
    }
}
