import ConsoleKit
import FoundationEssentials
import JOSE
import SessionCore
import TerminalUI

/// What changed from one token to another: by default from the one that the selected token replaced.
struct ChangesPane: ListPane {
    static let title = "Changes"
    static let summary = "what changed since the previous token or a marked one"
    static let rowName = "the change"

    private(set) var subject: InspectedToken?
    private(set) var base: InspectedToken?
    private(set) var changes: [ClaimChange] = []
    var list = RowList<Row>()
    private var layout: Layout?
    private var nameWidth = 0
    /// A longer name has rows of its own.
    private static let longestName = 24

    /// A part of a change that is as wide as the pane.
    struct Row: ListRow {
        struct ID: Sendable, Hashable {
            let change: Int
            let line: Int
        }

        let id: ID
        let text: String
        var isFirst: Bool { id.line == 0 }
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
            list = RowList()
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

    mutating func layOut(_ size: Size, in scene: Scene) {
        let time = scene.time
        let layout = Layout(
            width: size.width, format: time.format, secondsFromUTC: time.secondsFromUTC,
            second: time.format == .relative ? Int(time.now.timeIntervalSince1970) : 0)
        if layout != self.layout {
            self.layout = layout
            nameWidth = changes.map { TextWidth.columns(of: $0.placeName) }.filter { $0 <= Self.longestName }.max() ?? 0
            list.replace(changes.indices.flatMap { rows(of: $0, width: size.width, in: scene) })
        }
        list.layOut(size)
    }

    private func rows(of index: Int, width: Int, in scene: Scene) -> [Row] {
        let change = changes[index]
        var names: [StyledText] = []
        if TextWidth.columns(of: change.placeName) > Self.longestName {
            names = StyledText(change.placeName).wrapped(to: max(12, width - 9))
        }
        let details = StyledText(change.detail(in: scene)).wrapped(to: max(12, width - nameWidth - 11))
        return (names.map { ($0, true) } + details.map { ($0, false) }).enumerated().map { number, part in
            Row(id: Row.ID(change: index, line: number), text: part.0.text, isName: part.1)
        }
    }

    func hints(in _: Scene) -> [Action] { pair == nil ? [] : [.swap] }

    func text(of row: Row, in scene: Scene) -> String { changes[row.id.change].line(in: scene) }

    func plainText(in scene: Scene) -> String {
        let title = pair.map { "from \($0.old.name) to \($0.new.name)\n" } ?? ""
        return title + (absence.map { "\($0)\n" } ?? "") + changes.map { $0.line(in: scene) + "\n" }.joined()
    }

    func subtitle(in _: Scene, _ glyphs: Glyphs) -> StyledText {
        guard let pair else { return StyledText() }
        return StyledText.words(" · \(pair.old.fingerprint) → \(pair.new.fingerprint)", .dim, glyphs: glyphs)
    }

    func titleEnd(isFocused _: Bool, in _: Scene, _ glyphs: Glyphs) -> StyledText {
        absence == nil
            ? StyledText.words(changes.count == 1 ? "1 change" : "\(changes.count) changes", .dim, glyphs: glyphs)
            : StyledText()
    }

    func absence(in _: Scene, _ canvas: Canvas, width: Int) -> [StyledText] {
        absence.map { canvas.words($0, .dim).wrapped(to: width) } ?? []
    }

    func draw(_ row: Row, on canvas: inout Canvas, in place: Rect, _: Scene) {
        let change = changes[row.id.change]
        if row.isFirst {
            let (word, style) = change.kind.word
            canvas.write(StyledText(word, style), in: place)
        }
        let (_, beside) = place.split(left: 9)
        let name = row.isName ? row.text : row.isFirst ? change.placeName : ""
        canvas.write(
            SafeText.line(name, style: Style(.jsonName), glyphs: canvas.glyphs),
            in: beside.split(left: row.isName ? beside.width : nameWidth).left)
        if !row.isName { canvas.write(canvas.words(row.text), in: beside.inset(left: nameWidth + 2)) }
    }
}
