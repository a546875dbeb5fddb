package import TerminalUI

/// Draws one frame of the console after another, and draws again only the panes that have changed.
///
/// The same model, size and glyphs always give the same frame, whatever was drawn before.
package struct Frames {
    private var panes: DrawnPanes

    package init(glyphs: Glyphs) { panes = DrawnPanes(size: .zero, glyphs: glyphs) }

    package mutating func draw(_ model: Model, size: Size) -> Surface {
        canvas(of: model, size: size).surface
    }

    /// Draws the model, and marks what a click answers to.
    mutating func canvas(of model: Model, size: Size) -> Canvas {
        var model = model
        model.scene = model.shownScene
        let layout = ShellLayout(size, notice: model.shell.notice)
        if panes.canvas.surface.size != size { panes = DrawnPanes(size: size, glyphs: panes.canvas.glyphs) }
        model.screens.draw(on: &panes, layout.form, in: layout.body, model.scene)
        var canvas = panes.canvas
        canvas.surface.title = Header(model, layout).windowTitle(canvas.glyphs)
        if layout.form == .tooSmall {
            drawTooSmall(on: &canvas)
        } else {
            model.draw(over: &canvas, layout)
        }
        return canvas
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
    /// Draws all but the panes.
    fileprivate func draw(over canvas: inout Canvas, _ layout: ShellLayout) {
        let whole = canvas.surface.bounds
        Header(self, layout).draw(on: &canvas)
        if let card = shell.card {
            let place = screens.cardPlace(layout.form, in: layout.body, scene: scene) ?? layout.dialogArea
            canvas.cover(place)
            card.draw(on: &canvas, in: place, scene)
        }
        if let revealed = shell.revealed {
            canvas.cover(whole)
            revealed.draw(on: &canvas, in: whole, at: scene.now)
        }
        let bottom = BottomLines(self, layout)
        bottom.drawNotice(on: &canvas)
        bottom.drawHints(on: &canvas)
        if let dialog = shell.dialog {
            canvas.cover(layout.dialogArea)
            dialog.draw(on: &canvas, in: layout.dialogArea, scene)
        }
    }
}
