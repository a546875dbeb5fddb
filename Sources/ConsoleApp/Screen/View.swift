package import TerminalUI

/// Draws the model: the same model, size and glyphs always give the same surface.
package func view(_ model: Model, size: Size, glyphs: Glyphs) -> Surface {
    var painter = Painter(model, size: size, glyphs: glyphs)
    painter.draw()
    return painter.surface
}

extension Painter {
    mutating func draw() {
        guard layout.form != .tooSmall else { return drawTooSmall() }
        drawHeader()
        drawFrames()
        for (panel, _) in layout.frames {
            guard let inside = layout.inside(of: panel) else { continue }
            switch panel {
            case .session: drawSession(in: inside)
            case .userInfo: drawUserInfo(in: inside)
            case .request: drawRequest(in: inside)
            case .response: drawResponse(in: inside)
            case .events: drawEvents(in: inside)
            }
        }
        drawRevealedToken()
        drawCard()
        drawNotice()
        drawHints()
        drawOverlay()
    }

    private mutating func drawTooSmall() {
        let size = surface.size
        let need = ScreenLayout.smallest
        let lines = [
            "too small", "\(size.width)\(glyphs.times)\(size.height), needs \(need.width)\(glyphs.times)\(need.height)",
        ]
        writeCentered(lines.map { StyledText($0, .warning) }, in: surface.bounds)
    }
}
