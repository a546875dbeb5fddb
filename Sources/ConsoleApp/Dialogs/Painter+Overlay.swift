import SessionCore
import TerminalUI

/// Measures that drawing an overlay and scrolling in it share.
enum OverlayView {
    /// The rows of a list that fills the screen but for header, hints and frame.
    static func listHeight(in size: Size) -> Int { max(1, size.height - 5) }
}

extension Painter {
    /// The part of the screen that popups may cover: header and hints stay in sight.
    var popupArea: Rect { Rect(x: 0, y: 2, width: surface.size.width, height: max(0, layout.hints.y - 2)) }

    mutating func drawOverlay() {
        switch model.overlay {
        case .help(let list): drawHelp(list)
        case .signIn(let dialog): draw(dialog)
        case .question(let question): draw(question)
        case .faults(let selected): drawFaults(selected: selected)
        case .copyMenu: drawCopyMenu()
        case .commandLine(let line): drawCompletions(of: line)
        case .exchange(let details): draw(details)
        case .burst, .find, .field, nil: break
        }
    }

    /// A popup with these lines in its middle; answers where they went.
    @discardableResult
    mutating func drawPopup(_ title: String, _ lines: [StyledText], width: Int? = nil, style: Style = .borderFocused)
        -> Rect
    {
        let content = width ?? max(lines.map(\.columns).max() ?? 0, TextWidth.columns(of: title) + 2)
        let lines = lines.compacted(to: popupArea.height - 2)
        let inside = Popup.draw(
            on: &surface, in: popupArea, inside: Size(width: content, height: lines.count),
            title: StyledText(title, .title), style: style, glyphs: glyphs)
        write(lines, in: inside)
        return inside
    }

    private mutating func drawHelp(_ list: ScrollList) {
        let width = min(88, surface.size.width - 4)
        let lines = HelpPage(panel: model.focus, width: width, glyphs: glyphs).lines
        drawList("Help \(glyphs.dot) \(model.focus.title.lowercased()) pane", lines, list, width: width)
    }

    private mutating func draw(_ details: ExchangeDetails) {
        let width = surface.size.width - 8
        let nameWidth = min(
            22, details.lines.filter { $0.value != nil }.map { TextWidth.columns(of: $0.name) }.max() ?? 0)
        let inside = drawList(words(details.title).text, [], details.list, width: width)
        for (index, row) in zip(details.list.visible, inside.rows) {
            let line = details.lines[index]
            if line.name.isEmpty {
                let text = JSONLine.styled(line.value ?? "", glyphs: glyphs)
                write(text, in: row.inset(left: 2))
            } else {
                draw(line, nameWidth: nameWidth, in: row)
            }
            if index == details.list.selection { select(row, isFocused: true) }
        }
    }

    /// A popup over the whole height with the visible part of a list.
    @discardableResult
    private mutating func drawList(_ title: String, _ lines: [StyledText], _ list: ScrollList, width: Int)
        -> Rect
    {
        let height = min(OverlayView.listHeight(in: surface.size), list.count)
        let inside = Popup.draw(
            on: &surface, in: popupArea, inside: Size(width: width, height: height),
            title: StyledText(title, .title), glyphs: glyphs)
        for (index, row) in zip(list.visible, inside.rows) where lines.indices.contains(index) {
            write(lines[index], in: row)
        }
        drawScrollbar(list, beside: inside)
        return inside
    }

    private mutating func draw(_ question: Question) {
        let width = min(60, surface.size.width - 8)
        let answers =
            StyledText("y", .key) + StyledText(" yes   ") + StyledText("n", .key) + StyledText(" no (any other key)")
        drawPopup(
            question.title, StyledText(question.text).wrapped(to: width) + [StyledText(), answers], width: width,
            style: .warning)
    }

    private mutating func drawFaults(selected: Int) {
        let faults = model.context.faults
        let nameWidth = faults.map { $0.rawValue.count }.max() ?? 0
        let isNarrow = surface.size.width < 90
        var lines = faults.map { fault in
            let isArmed = model.armedFaults.contains(fault)
            let state = fault.isImmediate ? "at once" : isArmed ? "ARMED" : "off"
            return StyledText(" \(fault.letter) ", .key)
                + StyledText(TextWidth.pad(fault.rawValue, to: nameWidth + 2), isArmed ? .badge : .text)
                + StyledText(TextWidth.pad(state, to: 9), isArmed ? .warning : .dim)
                + StyledText(isNarrow ? "" : fault.summary, .dim)
        }
        let width = min(surface.size.width - 6, isNarrow ? 60 : lines.map(\.columns).max() ?? 0)
        if isNarrow, faults.indices.contains(selected) {
            lines += [StyledText()] + StyledText(faults[selected].summary, .dim).wrapped(to: width)
        }
        lines += [StyledText()]
        lines += StyledText("Each is an event; armed ones are shown in the header.", .dim).wrapped(to: width)
        let inside = drawPopup("Faults", lines, width: width)
        if selected < inside.height { select(inside.rows[selected], isFocused: true) }
    }

    private mutating func drawCopyMenu() {
        let lines = CopyItem.allCases.map {
            StyledText(" \($0.rawValue) ", .key) + StyledText(" \($0.title)")
        }
        drawPopup("Copy", lines)
    }

    private mutating func drawCompletions(of line: CommandLine) {
        let width = min(76, surface.size.width - 4)
        let completions = line.completions
        let room = min(8, max(1, popupArea.height - 2))
        let top = max(0, line.selected - room + 1)
        var lines = completions.dropFirst(top).prefix(room).map { name in
            let summary = Action(rawValue: name).flatMap { Keymap.binding(of: $0) }?.summary ?? ""
            return StyledText(TextWidth.pad(name, to: 17), .accent) + words(summary, .dim)
        }
        if let flaw = line.flaw { lines = [StyledText("\(glyphs.cross) \(flaw)", .danger)] }
        if lines.isEmpty {
            lines = [StyledText("get /path sends a request; burst 20 sends it 20 times", .dim)]
        }
        let height = lines.count + 2
        let area = popupArea.split(bottom: height).bottom
        let inside = Popup.draw(
            on: &surface, in: Rect(x: 0, y: area.y, width: width + 4, height: area.height),
            inside: Size(width: width, height: lines.count), title: StyledText("Commands", .title), glyphs: glyphs)
        write(lines, in: inside)
        if line.flaw == nil, !completions.isEmpty, inside.height > line.selected - top {
            select(inside.rows[line.selected - top], isFocused: true)
        }
    }
}

extension [StyledText] {
    /// Without as many blank lines, the last ones first, as it takes to fit a height.
    func compacted(to height: Int) -> [StyledText] {
        var lines = self
        while lines.count > height, let blank = lines.lastIndex(where: \.isEmpty) { lines.remove(at: blank) }
        return lines
    }
}
