import TerminalUI

/// Where the parts around a screen are, and what they leave to it.
struct ShellLayout {
    let form: ScreenForm
    let header: Rect
    /// The panes' place.
    let body: Rect
    /// Over the lowest rows of the body, so that no frame moves when a notice comes and goes.
    let notice: Rect
    let hints: Rect

    init(_ size: Size, notice: Notice?, isTold: Bool = false) {
        form = ScreenForm(size, isTold: isTold)
        let (header, belowHeader) = Rect(size).split(top: 2)
        let (aboveHints, hints) = belowHeader.split(bottom: 1)
        let (_, noticeArea) = aboveHints.split(bottom: notice?.height(width: size.width) ?? 0)
        (self.header, self.hints, body, self.notice) = (header, hints, aboveHints, noticeArea)
    }

    init(_ model: Model, _ size: Size) {
        self.init(size, notice: model.shell.notice, isTold: model.scene.placement.isTold)
    }

    /// The part that dialogs may cover: header and hints stay in sight.
    var dialogArea: Rect {
        Rect(x: 0, y: header.maxY, width: header.width, height: max(0, hints.y - header.maxY))
    }
}
