import ConsoleKit
import TerminalUI

/// The last notices, the newest first, and the selected one in full.
struct NoticeList: Dialog {
    private(set) var list: RowList<Numbered<NoticeLog.Entry>>

    init(_ log: NoticeLog) { list = RowList(Numbered.rows(log.entries.reversed())) }

    /// Rows below the list for the words of the selected notice.
    private static let foot = 4

    var reaches: Outside { [] }

    mutating func layOut(_ area: Size, in _: Scene) { list.layOut(area.forList(foot: Self.foot)) }

    mutating func press(_ key: Key, in _: Scene) -> [DialogOutput] {
        if ListAction.action(for: key) != nil { return [.close] }
        if let motion = Motion.action(for: key) { list.move(motion) }
        return []
    }

    mutating func click(row: Int, in _: Scene) -> [DialogOutput] {
        list.select(row)
        return []
    }

    func hints(in _: Scene, _ glyphs: Glyphs) -> [Hint] {
        [Hint(Motion.arrows(glyphs), "choose"), ListAction.close.hint(glyphs)]
    }

    func draw(on canvas: inout Canvas, in area: Rect, _ scene: Scene) {
        guard let selected = list.selected?.value.notice else {
            canvas.drawPopup("Messages", [StyledText("No messages yet.", .dim)], in: area)
            return
        }
        let width = min(area.width - 6, 110)
        let inside = canvas.drawListPopup("Messages", list, in: area, width: width, foot: Self.foot)
        let (rows, foot) = inside.split(bottom: Self.foot)
        canvas.drawRows(of: list, in: rows) { canvas, row, place in
            let (notice, time) = (row.value.notice, row.value.time)
            let words = canvas.words(notice.mark(canvas.glyphs) + notice.text, notice.tone.style)
            canvas.write(StyledText("\(scene.time.moment(time))  ", .dim) + words, in: place)
        }
        let words = [selected.text, selected.advice].compactMap(\.self).map { canvas.words($0).wrapped(to: width) }
        canvas.write([StyledText()] + words.joined().prefix(Self.foot - 1), in: foot)
    }
}
