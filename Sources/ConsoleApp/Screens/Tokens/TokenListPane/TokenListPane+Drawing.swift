import ConsoleKit
import FoundationEssentials
import SessionCore
import TerminalUI

extension TokenListPane {
    /// What the marks mean that are in sight, or what the tokens are compared with.
    func titleEnd(isFocused _: Bool, in _: Scene, _ glyphs: Glyphs) -> StyledText { titleEnd(glyphs, \.word) }

    func shortNote(in _: Scene, _ glyphs: Glyphs) -> StyledText { titleEnd(glyphs, \.shortWord) }

    private func titleEnd(_ glyphs: Glyphs, _ word: (TokenTrust) -> String) -> StyledText {
        if let marked { return StyledText.words("compared with \(marked.fingerprint)", .dim, glyphs: glyphs) }
        var known: Set<String> = []
        let legend = list.rows.filter(\.showsTrust).compactMap { entry -> StyledText? in
            let (mark, style) = entry.trust.mark(glyphs)
            guard known.insert(mark).inserted else { return nil }
            return StyledText(mark, style) + StyledText(" \(word(entry.trust))", .dim)
        }
        return legend.first.map { first in legend.dropFirst().reduce(first) { $0 + StyledText("  ") + $1 } }
            ?? StyledText()
    }

    func draw(_ entry: InspectedToken, on canvas: inout Canvas, in place: Rect, _ scene: Scene) {
        let (words, bar) = texts(of: entry, width: place.width, scene, canvas.glyphs)
        canvas.write(words, right: bar, in: place)
    }

    /// In the colours of the selection a bar could not be read.
    func markedPlace(of entry: InspectedToken, in place: Rect, _ scene: Scene, _ glyphs: Glyphs) -> Rect {
        let bar = texts(of: entry, width: place.width, scene, glyphs).bar
        return bar.isEmpty ? place : place.inset(right: bar.columns + 1)
    }

    private func texts(
        of entry: InspectedToken, width: Int, _ scene: Scene, _ glyphs: Glyphs
    ) -> (words: StyledText, bar: StyledText) {
        let words = line(entry, width: width, scene, glyphs)
        return (words, bar(of: entry, beside: words, width: width, scene, glyphs))
    }

    func absence(in scene: Scene, _ canvas: Canvas, width _: Int) -> [StyledText] {
        var lines = [StyledText("no tokens: no session", .dim), StyledText()]
        if scene.isSignedIn {
            let words = scene.stage.isPresent ? "the tokens are being read" : "the tokens are not recorded"
            lines = [StyledText(words, .dim), StyledText()]
        }
        if scene.placement.isOnlyLookedAt { return lines }
        if !scene.isSignedIn { lines.append(canvas.key(ShellAction.signIn, "signs in")) }
        lines.append(canvas.key(TokensScreen.Action.paste, "reads a pasted token"))
        return lines
    }

    /// `Access   A3F1  JWT ✓   expires in 00:47 ██████░░`.
    private func line(_ entry: InspectedToken, width: Int, _ scene: Scene, _ glyphs: Glyphs) -> StyledText {
        let isPast = !entry.isPresent && entry.role != .pasted
        let style: Style = isPast ? .dim : .text
        let state = entry.state(by: scene.status, now: scene.now)
        var line = StyledText(TextWidth.pad(entry.label, to: 9), .dim)
        line.append("\(entry.fingerprint) ", isPast ? .dim : .accent)
        // The successor's fingerprint says more than the form.
        let markWidth = glyphs.isASCII ? 3 : 2
        if line.columns + 8 + markWidth + TextWidth.columns(of: state.text) <= width {
            line.append(TextWidth.pad(entry.form + " ", to: 8), style)
        }
        let (mark, markStyle) = entry.showsTrust ? entry.trust.mark(glyphs) : ("", .dim)
        line.append(TextWidth.pad(mark, to: markWidth), markStyle)
        line.append(state.text, isPast ? .dim : state.tone.style)
        // The foot of the list says it whole.
        let words = ["compared with", "compared"].map { " \(glyphs.dot) \($0)" }
        if entry.id == marked?.id,
            let fitting = words.first(where: { line.columns + TextWidth.columns(of: $0) <= width })
        {
            line.append(fitting, .accent)
        }
        return line
    }

    /// What is left of a present token's life, at the right where the line leaves room.
    private func bar(
        of entry: InspectedToken, beside line: StyledText, width: Int, _ scene: Scene, _ glyphs: Glyphs
    ) -> StyledText {
        let columns = min(24, width - max(line.columns, 41) - 1)
        guard entry.isPresent, columns >= 8,
            let fraction = entry.clock(by: scene.status, now: scene.now)?.fraction(inStepsOf: columns * 2)
        else { return StyledText() }
        return ProgressBar.text(fraction: fraction, columns: columns, glyphs: glyphs)
    }
}

extension InspectedToken {
    /// Whether its signature can still be checked: of an earlier token it is not kept.
    fileprivate var showsTrust: Bool { isPresent || role == .pasted }

    fileprivate var label: String {
        switch role {
        case .present(.access): "Access"
        case .present(.refresh): "Refresh"
        case .present(.identity): "ID token"
        case .past(.access): "access"
        case .past(.refresh): "refresh"
        case .past(.identity): "ID token"
        case .pasted: origin == .pasted ? "Pasted" : "Carried"
        }
    }
}

extension TokenTrust {
    /// The state in a word or two.
    var word: String {
        switch self {
        case .verified: "verified"
        case .failed: "failed"
        case .notChecked: "not checked"
        }
    }

    fileprivate var shortWord: String {
        switch self {
        case .verified: "good"
        case .failed: "bad"
        case .notChecked: "unchecked"
        }
    }

    /// A sign for the three states.
    func mark(_ glyphs: Glyphs) -> (text: String, style: Style) {
        switch self {
        case .verified: (glyphs.check, .success)
        case .failed: (glyphs.cross, .danger)
        case .notChecked: ("?", .dim)
        }
    }
}
