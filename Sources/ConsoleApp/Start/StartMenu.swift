package import ConsoleKit
package import TerminalUI

/// What one can do where nothing is named: each entry is a command line.
package struct StartMenu: Sendable {
    /// What a key led to.
    package enum Step: Hashable, Sendable {
        case stays
        case leaves
        /// The words of the command line, without the program's name.
        case opens([String])
    }

    private struct Entry: ListRow {
        enum Deed: Hashable, Sendable {
            case opens([String])
            /// Asks for the last word of a command line.
            case asks(placeholder: String, after: [String])
            case selectsProfile
        }

        /// `nil` for a profile, which has no letter of its own.
        let key: Character?
        let name: String
        let meaning: String
        let deed: Deed
        var id: String { name }
    }

    private var list: RowList<Entry>
    private var field: TextField?
    private var flaw: String?

    package init(profiles: [String]) {
        var entries = Self.entries(hasProfiles: !profiles.isEmpty)
        let place = entries.firstIndex { $0.deed == .selectsProfile }.map { $0 + 1 } ?? entries.count
        entries.insert(
            contentsOf: profiles.map {
                Entry(key: nil, name: $0, meaning: "", deed: .opens(["--profile", $0]))
            }, at: place)
        list = RowList(entries)
    }

    private static func entries(hasProfiles: Bool) -> [Entry] {
        [
            Entry(key: "t", name: "see the tour", meaning: "90 s, nothing to type", deed: .opens(["demo", "--tour"])),
            Entry(
                key: "d", name: "try it yourself",
                meaning: "a provider and an API, here; alice / wonderland", deed: .opens(["demo"])),
            Entry(
                key: "c", name: "see a wrong client", meaning: "a refresh token sent twice, and what it cost",
                deed: .opens(["open", "watch-demo"])),
            Entry(
                key: "u", name: "from a URL", meaning: "an API or MCP server: who protects it, and a way in",
                deed: .asks(placeholder: "https://mcp.example.com/", after: [])),
            Entry(
                key: "p", name: "my profiles",
                meaning: hasProfiles ? "" : "none yet: a URL makes one, and so does profile add",
                deed: .selectsProfile),
            Entry(
                key: "w", name: "watch a program", meaning: "what it does wrong with its session",
                deed: .asks(placeholder: "npm start", after: ["watch", "--", "sh", "-c"])),
            Entry(
                key: "o", name: "open a file", meaning: "a recording, or an archive of traffic (HAR)",
                deed: .asks(placeholder: "traffic.har", after: ["open"])),
        ]
    }

    // MARK: - Keys

    package enum Action: String, KeyAction {
        case open, close

        package var binding: Binding {
            switch self {
            case .open: Binding([.enter], "open", "open the selected entry", .dialogs)
            case .close: Binding(["q", .escape], "quit", "quit, or close the field", .dialogs)
            }
        }
    }

    package mutating func press(_ key: Key) -> Step {
        flaw = nil
        if field != nil { return type(key) }
        if case .character(let letter) = key, let index = list.rows.firstIndex(where: { $0.key == letter }) {
            list.select(index)
            return openSelected()
        }
        switch Action.action(for: key) {
        case .open: return openSelected()
        case .close: return .leaves
        case nil:
            if let motion = Motion.action(for: key) { list.move(motion) }
            return .stays
        }
    }

    package mutating func click(_ target: HitTarget) -> Step {
        switch target {
        case .key(let key), .paneKey(let key): return press(key)
        case .row(let row) where field == nil:
            list.select(row)
            return openSelected()
        case .row, .tab: return .stays
        }
    }

    /// Says why the command line can't be opened, and asks again.
    package mutating func refuse(_ flaw: String) { self.flaw = flaw }

    private mutating func openSelected() -> Step {
        switch list.selected?.deed {
        case .opens(let words): return .opens(words)
        case .asks: field = TextField()
        case .selectsProfile: list.select(list.selection + (list[list.selection + 1]?.key == nil ? 1 : 0))
        case nil: break
        }
        return .stays
    }

    private mutating func type(_ key: Key) -> Step {
        guard let field, case .asks(_, let words) = list.selected?.deed else { return .stays }
        switch key {
        case .escape: self.field = nil
        case .enter:
            let word = field.text.trimmed
            guard !word.isEmpty else {
                self.field = nil
                return .stays
            }
            // A URL is all that stands alone.
            return .opens(words + [words.isEmpty && !word.contains("://") ? "https://\(word)" : word])
        default: _ = self.field?.handle(key)
        }
        return .stays
    }

    // MARK: - Shown

    private static let mostWidth = 78
    private static let title = "session-console shows what an OAuth or OpenID session is doing, live"

    package mutating func draw(_ size: Size, _ glyphs: Glyphs) -> Canvas {
        var canvas = Canvas(size: size, glyphs: glyphs)
        let (area, bottom) = Rect(size).split(bottom: 2)
        let height = min(list.count, max(1, area.height - 2))
        let block = area.centered(Size(width: min(Self.mostWidth, max(1, size.width - 2)), height: height + 2))
        let (head, rows) = block.split(top: 2)
        list.layOut(rows.size)
        canvas.write(StyledText(Self.title, .title), in: head)
        canvas.draw(list, in: rows) { canvas, entry, place, isSelected in
            let offer = Offer(key: entry.key.map(String.init) ?? "", name: entry.name, meaning: entry.meaning)
            canvas.write(offer.line(canvas), in: place)
            if isSelected { canvas.select(place) }
        }
        drawBottom(bottom, on: &canvas)
        return canvas
    }

    private func drawBottom(_ area: Rect, on canvas: inout Canvas) {
        let (call, hints) = area.split(top: 1)
        guard let entry = list.selected else { return }
        if let flaw {
            canvas.write(canvas.words(" \(flaw)", .warning), in: call)
        } else {
            canvas.write(canvas.words(" \(Self.call(of: entry.deed))", .dim), in: call)
        }
        guard let field, case .asks(let placeholder, _) = entry.deed else {
            let arrows = Hint(Motion.arrows(canvas.glyphs), "choose")
            return canvas.writeHints(
                [Action.open.hint(canvas.glyphs), arrows, Action.close.hint(canvas.glyphs)],
                in: hints.inset(left: 1))
        }
        let label = "\(entry.name.capitalizedFirst): "
        let (name, place) = hints.inset(left: 1).split(left: TextWidth.columns(of: label))
        canvas.write(StyledText(label), in: name)
        field.draw(
            on: &canvas.surface, in: place, isFocused: true, placeholder: placeholder, glyphs: canvas.glyphs)
    }

    /// The command line that does what is selected, which a reader can type another time.
    private static func call(of deed: Entry.Deed) -> String {
        switch deed {
        case .opens(let words): (["session-console"] + words).joined(separator: " ")
        case .asks(let placeholder, []): "session-console \(placeholder)"
        case .asks(let placeholder, let words) where words.contains("--"): "session-console -- \(placeholder)"
        case .asks(let placeholder, let words):
            (["session-console"] + words + [placeholder]).joined(separator: " ")
        case .selectsProfile: "session-console PROFILE"
        }
    }
}
