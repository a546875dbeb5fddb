import ConsoleKit
import FoundationEssentials
package import TerminalUI

/// Draws one frame of the console after another, and draws again only what has changed.
///
/// The same model, size and glyphs always give the same frame, whatever was drawn before.
package struct Frames {
    /// Header, panes and hints as they were drawn last; what lies over them is drawn on a copy.
    private var canvas: Canvas
    private var header: HeaderState?
    private var panes = DrawnPanes()
    private var panesPlace: Rect?
    private var hints: [[Hint]]?

    /// All that the header depends on.
    private struct HeaderState: Equatable {
        let form: ScreenForm
        let sceneRevision: Int
        let moment: Date
        let screen: ScreenID
        let focusedPane: String
        let firstVisit: FirstVisit
    }

    package init(glyphs: Glyphs) { canvas = Canvas(size: .zero, glyphs: glyphs) }

    package mutating func draw(_ model: Model, size: Size) -> Surface {
        canvas(of: model, size: size).surface
    }

    /// Draws the model, and marks what a click answers to.
    mutating func canvas(of model: Model, size: Size) -> Canvas {
        var model = model
        model.scene = model.shownScene
        let layout = ShellLayout(model, size)
        if canvas.surface.size != size {
            (canvas, header, panes, hints) = (Canvas(size: size, glyphs: canvas.glyphs), nil, DrawnPanes(), nil)
        }
        draw(HeaderRows(model, layout), of: model, layout)
        if layout.form == .tooSmall {
            var frame = canvas
            drawTooSmall(on: &frame)
            return frame
        }
        let (form, body) = model.panesPlace(in: layout)
        if body != panesPlace {
            // A card may have left a part of the body to them.
            panes = DrawnPanes()
            canvas.clear(layout.body)
            panesPlace = body
        }
        model.screens.current.draw(&panes, form, in: body, model.scene, on: &canvas)
        drawHints(of: model, layout)
        var frame = canvas
        model.draw(over: &frame, layout)
        return frame
    }

    private mutating func draw(_ header: HeaderRows, of model: Model, _ layout: ShellLayout) {
        let state = HeaderState(
            form: layout.form, sceneRevision: model.scene.revision, moment: model.scene.now,
            screen: model.screens.shown, focusedPane: model.screens.current.focusedPane,
            firstVisit: model.shell.firstVisit)
        guard state != self.header else { return }
        self.header = state
        canvas.surface.title = header.windowTitle(canvas.glyphs)
        guard layout.form != .tooSmall else { return }
        canvas.clear(layout.header)
        header.draw(on: &canvas)
    }

    private mutating func drawHints(of model: Model, _ layout: ShellLayout) {
        let bottom = BottomLines(model, layout)
        guard let hints = bottom.hints(canvas.glyphs), hints != self.hints else { return }
        self.hints = hints
        canvas.clear(layout.hints)
        bottom.draw(hints, on: &canvas)
    }
}

private func drawTooSmall(on canvas: inout Canvas) {
    let (size, need, times) = (canvas.surface.size, ScreenForm.smallest, canvas.glyphs.times)
    let lines = [
        "too small", "\(size.width)\(times)\(size.height), needs \(need.width)\(times)\(need.height)",
        "\(ShellAction.close.letter) quits",
    ]
    canvas.writeCentered(lines.map { StyledText($0, .warning) }, in: canvas.surface.bounds)
}

extension Model {
    /// Draws what lies over header, panes and hints.
    fileprivate func draw(over canvas: inout Canvas, _ layout: ShellLayout) {
        if let card = shell.card {
            let place = cardPlace(in: layout)
            let area = place?.card ?? layout.dialogArea
            canvas.cover(area)
            card.draw(on: &canvas, in: area, isWhole: place != nil, scene)
        }
        if let revealed = shell.revealed {
            let aboveHints = canvas.surface.bounds.inset(bottom: layout.hints.height)
            canvas.cover(aboveHints)
            revealed.draw(on: &canvas, in: aboveHints, at: scene.now)
        }
        let bottom = BottomLines(self, layout)
        bottom.drawNotice(on: &canvas)
        bottom.drawPrompt(on: &canvas)
        if let dialog = shell.dialog {
            canvas.cover(layout.dialogArea)
            dialog.draw(on: &canvas, in: layout.dialogArea, scene)
        }
    }
}
