import TerminalUI

@testable import ConsoleApp

/// Parts of a picture one below the other, without those that are empty.
func together(_ parts: String...) -> String { parts.filter { !$0.isEmpty }.joined(separator: "\n") }

extension String {
    /// The first line that has a text in it; empty where none has.
    func line(with text: String) -> String { split(separator: "\n").first { $0.contains(text) }.map(String.init) ?? "" }

    /// A fact among others, with the lines that it goes on in; empty where there is none of the name.
    func fact(_ name: String) -> String {
        let lines = split(separator: "\n")
        guard let start = lines.firstIndex(where: { String($0).trimmed.hasPrefix(name) }) else { return "" }
        let indent = String(repeating: " ", count: name.count + 2)
        let end = lines[(start + 1)...].firstIndex { !$0.hasPrefix(indent) } ?? lines.endIndex
        return lines[start..<end].joined(separator: "\n")
    }
}

/// The parts of a picture, as they are read.
extension Surface {
    /// The lines of an area, without blanks at the end of each and of all.
    func words(in area: Rect) -> String {
        var lines = area.rows.map { row in
            var line = (row.x..<row.maxX).map { self[Point(x: $0, y: row.y)].grapheme }.joined()
            while line.last == " " { line.removeLast() }
            return line
        }
        while lines.last?.isEmpty == true { lines.removeLast() }
        return lines.joined(separator: "\n")
    }

    /// The title of the dialog or card and the lines in its frame; empty where there is none.
    var dialogWords: String {
        for y in 0..<size.height {
            guard let left = (0..<size.width).first(where: { self[Point(x: $0, y: y)].grapheme == "╔" }),
                let right = (left..<size.width).first(where: { self[Point(x: $0, y: y)].grapheme == "╗" }),
                let bottom = (y..<size.height).first(where: { self[Point(x: left, y: $0)].grapheme == "╚" })
            else { continue }
            let frame = Rect(x: left, y: y, width: right - left + 1, height: bottom - y + 1)
            let title = words(in: frame.split(top: 1).top).filter { !"╔═╗".contains($0) }.trimmed
            return [title, words(in: frame.paneInside)].joined(separator: "\n")
        }
        return ""
    }

    /// Badge, clocks and tabs.
    var headerWords: String { lines.prefix(2).joined(separator: "\n") }
    /// The hints, or the field that is typed into.
    var lastRow: String { lines.last ?? "" }
}

extension Model {
    private var layout: ShellLayout { ShellLayout(size, notice: shell.notice) }

    fileprivate var noticePlace: Rect { layout.notice.inset(left: 1, right: 1) }

    /// The pane of a title, or the one that has the focus, with the title above it.
    fileprivate func place(of pane: String?) -> Rect {
        guard let screen = screens.current as? any ConsoleApp.Screen else { return Rect(.zero) }
        return place(of: pane ?? screen.focusedPane, on: screen)
    }

    private func place<Shown: ConsoleApp.Screen>(of pane: String, on screen: Shown) -> Rect {
        let frames = screen.visibleFrames(layout.form, in: panesBody(in: layout), scene: shownScene)
        let frame = frames.first { Shown.slot($0.pane).title == pane }?.frame
        return frame.map { $0.inset(left: 1, right: 1, bottom: 1) } ?? Rect(.zero)
    }
}

extension Console {
    var dialogWords: String { picture().dialogWords }
    var headerWords: String { picture().headerWords }
    var lastRow: String { picture().lastRow }
    /// The notice as it is drawn, with its key; empty where there is none.
    var noticeWords: String { picture().words(in: model.noticePlace) }
    /// What is drawn in the pane of a title, or in the one that has the focus.
    func paneWords(_ title: String? = nil) -> String { picture().words(in: model.place(of: title)) }
    /// What a pane gives to the pager, without the end of its last line.
    func plainText(of pane: some ConsoleApp.Pane) -> String {
        var text = pane.plainText(in: model.scene)
        while text.last?.isNewline == true { text.removeLast() }
        return text
    }
    /// The row above a pane: its title, its tabs and its counts.
    func paneTitle(_ title: String? = nil) -> String { picture().words(in: model.place(of: title).split(top: 1).top) }
}

extension Workspace {
    var picture: Surface {
        var frames = WorkspaceFrames(glyphs: .unicode)
        return frames.draw(self, size: size)
    }

    /// What the session with the keys shows: its past, where that is open.
    var focusedModel: Model { shownModel(sessions.focused) }
    private var shownPlace: Rect {
        places(in: size).first { $0.index == sessions.focused }?.place ?? Rect(.zero)
    }

    /// The notice of the session with the keys.
    var noticeWords: String { words(in: focusedModel.noticePlace) }
    func paneWords(_ title: String) -> String { words(in: focusedModel.place(of: title)) }

    private func words(in area: Rect) -> String {
        let place = shownPlace
        return picture.words(in: Rect(x: place.x + area.x, y: place.y + area.y, width: area.width, height: area.height))
    }

    /// The rows below the sessions: what a scenario says and plays, or which moment is shown.
    var barWords: String { picture.words(in: Rect(size).split(bottom: barHeight(in: size)).bottom) }
}
