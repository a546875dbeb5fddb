package import TerminalUI

/// Draws the model: the same model, size and glyphs always give the same surface.
package func view(_ model: Model, size: Size, glyphs: Glyphs) -> Surface {
    draw(model, size: size, glyphs: glyphs).surface
}

/// Draws the model, and marks what a click answers to.
func draw(_ model: Model, size: Size, glyphs: Glyphs) -> Canvas {
    var canvas = Canvas(size: size, glyphs: glyphs)
    canvas.surface.title = Header(model, ShellLayout(size, notice: nil)).windowTitle(glyphs)
    let layout = ShellLayout(size, notice: model.shell.notice)
    let scene = model.scene
    if layout.form == .tooSmall {
        drawTooSmall(on: &canvas)
        return canvas
    }
    Header(model, layout).draw(on: &canvas)
    model.screen.draw(on: &canvas, layout.form, in: layout.body, scene: scene)
    if let card = model.shell.card {
        let place = model.cardPlace(layout) ?? layout.dialogArea
        canvas.cover(place)
        card.draw(on: &canvas, in: place, scene)
    }
    if let revealed = model.shell.revealed {
        canvas.cover(Rect(size))
        revealed.draw(on: &canvas, in: Rect(size), at: scene.now)
    }
    let bottom = BottomLines(model, layout)
    bottom.drawNotice(on: &canvas)
    bottom.drawHints(on: &canvas)
    if let dialog = model.shell.dialog {
        canvas.cover(layout.dialogArea)
        dialog.draw(on: &canvas, in: layout.dialogArea, scene)
    }
    return canvas
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
    /// The card of a lost session lies over the response, where that is in sight and large enough.
    fileprivate func cardPlace(_ layout: ShellLayout) -> Rect? {
        let frames = screen.visibleFrames(layout.form, in: layout.body, scene: scene)
        return frames.first { $0.pane == .response && $0.frame.width >= 56 && $0.frame.height >= 12 }?.frame
    }
}
