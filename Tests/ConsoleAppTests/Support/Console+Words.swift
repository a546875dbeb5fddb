import TerminalUI

@testable import ConsoleKit
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
    fileprivate var noticePlace: Rect { layout.notice.inset(left: 1, right: 1) }

    /// What is in sight of the pane of a title, or of the one that has the focus.
    fileprivate func frame(of pane: String?) -> Rect {
        guard let screen = screens.current as? any ConsoleApp.Screen else { return Rect(.zero) }
        return frame(of: pane ?? screen.focusedPane, on: screen) ?? Rect(.zero)
    }

    private func frame<Shown: ConsoleApp.Screen>(of pane: String, on screen: Shown) -> Rect? {
        screen.visibleFrames(panesPlace(in: layout).form, in: panesPlace(in: layout).body, scene: shownScene)
            .first { Shown.slot($0.pane).title == pane }?.frame
    }
}

extension Surface {
    /// The title of a pane, the line beside it shortened, and what is in its frame.
    fileprivate func paneWords(in frame: Rect) -> String {
        let (top, below) = frame.inset(left: 1, right: 1, bottom: 1).split(top: 1)
        let title = words(in: top).split(separator: " ").map { word in
            word.unicodeScalars.allSatisfy { (0x2500...0x257F).contains($0.value) } ? "─" : word
        }
        return together(title.joined(separator: " "), words(in: below))
    }
}

extension Console {
    var dialogWords: String { picture(model.glyphs).dialogWords }
    var headerWords: String { picture(model.glyphs).headerWords }
    var lastRow: String { picture(model.glyphs).lastRow }
    /// The notice as it is drawn, with its key; empty where there is none.
    var noticeWords: String { picture(model.glyphs).words(in: model.noticePlace) }

    /// What is drawn of the pane of a title, or of the one that has the focus; empty where none is in sight.
    func paneWords(_ title: String? = nil) -> String { picture(model.glyphs).paneWords(in: model.frame(of: title)) }
    func paneWords(_ pane: SessionScreen.PaneID) -> String { paneWords(SessionScreen.slot(pane).title) }
    func paneWords(_ pane: TokensScreen.PaneID) -> String { paneWords(TokensScreen.slot(pane).title) }
    /// The row above a pane: its title, its tabs and its counts.
    func paneTitle(_ title: String? = nil) -> String { String(paneWords(title).prefix { $0 != "\n" }) }

    /// The row of the cursor, or of what has the focus, in its pane.
    var rowWords: String {
        let picture = picture(model.glyphs)
        guard let row = (picture.cursor ?? picture.focus)?.y else { return "" }
        let frame = model.frame(of: nil)
        return picture.words(in: Rect(x: frame.x + 1, y: row, width: frame.width - 2, height: 1)).trimmed
    }

    /// What a pane gives to the pager.
    func plainText(of pane: some ConsoleApp.Pane) -> String { pane.plainText(in: model.scene) }
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
    var noticeWords: String { picture.words(in: onScreen(focusedModel.noticePlace)) }
    func paneWords(_ title: String) -> String { picture.paneWords(in: onScreen(focusedModel.frame(of: title))) }

    /// An area of the session with the keys, where it is on the screen.
    private func onScreen(_ area: Rect) -> Rect {
        Rect(x: shownPlace.x + area.x, y: shownPlace.y + area.y, width: area.width, height: area.height)
    }

    /// The rows below the sessions: what a scenario says and plays, or which moment is shown.
    var barWords: String { picture.words(in: Rect(size).split(bottom: barHeight(in: size)).bottom) }
}
