import TerminalUI

/// The last notices, the newest first, and the selected one in full.
struct NoticeList: Dialog {
    private let entries: [NoticeLog.Entry]
    private(set) var list: ScrollList

    init(_ log: NoticeLog) {
        entries = log.entries.reversed()
        list = ScrollList(count: entries.count)
        list.layOut(height: max(1, entries.count))
    }

    /// Rows below the list for the words of the selected notice.
    private static let foot = 4

    var reaches: Outside { [] }

    mutating func layOut(_ area: Size) { list.layOut(height: max(1, Canvas.listHeight(in: area) - Self.foot)) }

    mutating func press(_ key: Key, in _: Scene) -> [DialogOutput] {
        if ListAction.action(for: key) != nil { return [.close] }
        if let motion = Motion.action(for: key) { list.move(motion) }
        return []
    }

    mutating func click(row: Int, in _: Scene) -> [DialogOutput] {
        list.select(row)
        return []
    }

    func hints(_ glyphs: Glyphs) -> [Hint] {
        [Hint(Motion.arrows(glyphs), "choose"), ListAction.close.hint(glyphs)]
    }

    func draw(on canvas: inout Canvas, in area: Rect, _ scene: Scene) {
        guard !entries.isEmpty else {
            canvas.drawPopup("Messages", [StyledText("No messages yet.", .dim)], in: area)
            return
        }
        let width = min(area.width - 6, 110)
        let inside = canvas.drawListPopup("Messages", list, in: area, width: width, foot: Self.foot)
        let (rows, foot) = inside.split(bottom: Self.foot)
        for (index, row) in zip(list.visible, rows.rows) {
            let (notice, time) = (entries[index].notice, entries[index].time)
            let words = canvas.words(notice.mark(canvas.glyphs) + notice.text, notice.tone.style)
            canvas.write(StyledText("\(scene.time.moment(time))  ", .dim) + words, in: row)
            canvas.mark(row, as: .row(index))
            if index == list.selection { canvas.select(row) }
        }
        let notice = entries[list.selection].notice
        let words = [notice.text, notice.advice].compactMap(\.self).map { canvas.words($0).wrapped(to: width) }
        canvas.write([StyledText()] + words.joined().prefix(Self.foot - 1), in: foot)
    }
}
