import FoundationEssentials
import JOSE
import SessionCore
import TerminalUI

/// What changed from one token to another: by default from the one that the selected token replaced.
struct ChangesPane: Pane {
    static let title = "Changes"
    static let summary = "what changed since the previous token or a marked one"

    private(set) var subject: InspectedToken?
    private(set) var base: InspectedToken?
    private(set) var changes: [ClaimChange] = []
    private(set) var list = ScrollList()
    private var rows: [Row] = []
    private var layout: Layout?
    private var nameWidth = 0
    /// A longer name has rows of its own.
    private static let longestName = 24

    /// A part of a change that is as wide as the pane.
    private struct Row: Sendable {
        let change: Int
        let text: String
        let isFirst: Bool
        /// Whether the text is the place, which is too long to stand beside the change.
        var isName = false
    }

    /// What the rows depend on besides the changes.
    private struct Layout: Sendable, Equatable {
        let width: Int
        let format: TimeFormat
        let secondsFromUTC: Int
        /// Relative times change with it.
        let second: Int
    }

    enum Action: String, OwnAction {
        case swap = "swap-tokens"

        var entry: OwnKey<ChangesPane> {
            switch self {
            case .swap:
                OwnKey(["s"], "swap", "swap the two sides of the comparison", .tokens) {
                    $0.isSwapped.toggle()
                    $0.compare()
                }
            }
        }
    }

    private var isSwapped = false

    mutating func show(_ subject: InspectedToken?, base: InspectedToken?) {
        let isOther = subject?.id != self.subject?.id || base?.id != self.base?.id
        (self.subject, self.base) = (subject, base)
        if isOther {
            isSwapped = false
            list = ScrollList()
        }
        compare()
    }

    /// The tokens, the older one first.
    private var pair: (old: InspectedToken, new: InspectedToken)? {
        guard let subject, let base else { return nil }
        return isSwapped ? (subject, base) : (base, subject)
    }

    private mutating func compare() {
        changes = []
        if let pair, let old = pair.old.contents?.jwt, let new = pair.new.contents?.jwt {
            changes = ClaimChange.all(from: old, to: new)
        }
        layout = nil
    }

    /// Why no changes are listed.
    var absence: String? {
        guard let subject else { return "no token is selected" }
        guard let pair else {
            let key = TokensScreen.Action.compare.letter
            return "\(subject.fingerprint) has no known predecessor; \(key) on another token compares with it"
        }
        for token in [pair.old, pair.new] where token.contents?.jwt == nil {
            return "\(token.fingerprint) is \(token.form): it has no claims to compare"
        }
        return changes.isEmpty ? "\(pair.old.fingerprint) and \(pair.new.fingerprint) do not differ" : nil
    }

    // MARK: - Pane

    mutating func move(_ motion: Motion) { list.move(motion) }
    mutating func select(row: Int) { list.select(row) }

    mutating func layOut(_ size: Size, in scene: Scene) {
        let time = scene.time
        let layout = Layout(
            width: size.width, format: time.format, secondsFromUTC: time.secondsFromUTC,
            second: time.format == .relative ? Int(time.now.timeIntervalSince1970) : 0)
        if layout != self.layout {
            self.layout = layout
            nameWidth = changes.map { TextWidth.columns(of: $0.placeName) }.filter { $0 <= Self.longestName }.max() ?? 0
            rows = changes.indices.flatMap { rows(of: $0, width: size.width, in: scene) }
            list.replace(count: rows.count)
        }
        list.layOut(height: size.height)
    }

    private func rows(of index: Int, width: Int, in scene: Scene) -> [Row] {
        let change = changes[index]
        var names: [StyledText] = []
        if TextWidth.columns(of: change.placeName) > Self.longestName {
            names = StyledText(change.placeName).wrapped(to: max(12, width - 9))
        }
        let details = StyledText(change.detail(in: scene)).wrapped(to: max(12, width - nameWidth - 11))
        return (names.map { ($0, true) } + details.map { ($0, false) }).enumerated().map { number, part in
            Row(change: index, text: part.0.text, isFirst: number == 0, isName: part.1)
        }
    }

    func hints(in _: Scene) -> [Action] { pair == nil ? [] : [.swap] }

    func selection(in scene: Scene) -> CopyText? {
        guard rows.indices.contains(list.selection) else { return nil }
        return CopyText(changes[rows[list.selection].change].line(in: scene), name: "the change")
    }

    func plainText(in scene: Scene) -> String {
        let title = pair.map { "from \($0.old.name) to \($0.new.name)\n" } ?? ""
        return title + (absence.map { "\($0)\n" } ?? "") + changes.map { $0.line(in: scene) + "\n" }.joined()
    }

    func subtitle(in _: Scene, _ glyphs: Glyphs) -> StyledText {
        guard let pair else { return StyledText() }
        return StyledText.words(" · \(pair.old.fingerprint) → \(pair.new.fingerprint)", .dim, glyphs: glyphs)
    }

    func note(isFocused _: Bool, in _: Scene, _ glyphs: Glyphs) -> StyledText {
        absence == nil
            ? StyledText.words(changes.count == 1 ? "1 change" : "\(changes.count) changes", .dim, glyphs: glyphs)
            : StyledText()
    }

    func draw(on canvas: inout Canvas, in area: Rect, isFocused: Bool, _: Scene) {
        if let absence {
            return canvas.write(canvas.words(absence, .dim).wrapped(to: area.width), in: area)
        }
        for (index, row) in zip(list.visible, area.rows) {
            let change = changes[rows[index].change]
            if rows[index].isFirst {
                let (word, style) = change.kind.word
                canvas.write(StyledText(word, style), in: row)
            }
            let name = rows[index].isName ? rows[index].text : rows[index].isFirst ? change.placeName : ""
            let nameArea = Rect(
                x: row.x + 9, y: row.y, width: rows[index].isName ? row.width - 9 : nameWidth, height: 1)
            canvas.write(SafeText.line(name, style: Style(.jsonName), glyphs: canvas.glyphs), in: nameArea)
            if !rows[index].isName {
                canvas.write(canvas.words(rows[index].text), in: row.inset(left: 9 + nameWidth + 2))
            }
            canvas.mark(row, as: .row(index))
            if index == list.selection { canvas.select(row, isFocused: isFocused) }
        }
        canvas.drawScrollbar(list, beside: area)
    }
}
