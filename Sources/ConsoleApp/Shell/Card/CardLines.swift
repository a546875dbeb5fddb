import ConsoleKit
import SessionCore
import TerminalUI

/// The text of a forced-logout card, in parts that are left out one after the other if there is little room.
struct CardLines {
    private let cause: [StyledText]
    private let facts: [StyledText]
    /// What the end can mean, with its heading; at most three lines.
    private let meanings: [StyledText]
    /// The events in their order, a line each.
    private let chain: [StyledText]
    /// The events in their order, each wrapped to as many lines as it needs.
    private let wrappedChain: [StyledText]
    /// Where to find the events that do not fit.
    private let elsewhere: StyledText
    private let keys: StyledText

    init(_ card: ForcedLogoutCard, scene: Scene, width: Int, glyphs: Glyphs) {
        let safe = { (text: String, style: Style) in StyledText.words(text, style, glyphs: glyphs) }
        // What a provider writes may be endless, and what led to the end must stay in sight.
        let more =
            StyledText(" \(glyphs.ellipsis) ", .dim) + StyledText(EventsPane.Action.exchange.key(glyphs), .key)
            + StyledText(" in Events shows it whole", .dim)
        let bounded = { (text: StyledText, width: Int, limit: Int) in
            text.wrapped(to: width).bounded(to: limit, ending: more, width: width)
        }
        cause = bounded(safe(card.end.cause, .title), width, 3)

        let isNarrow = width < 50
        let labelWidth = isNarrow ? 9 : 19
        let labelled = { (label: String, short: String, text: String) in
            bounded(safe(text, .text), width - labelWidth, 3).enumerated().map { index, line in
                let shown = index > 0 ? "" : isNarrow ? short : label
                return StyledText(TextWidth.pad(shown, to: labelWidth), .dim) + line
            }
        }
        let wiped = card.wiped.isEmpty ? "nothing was left" : card.wiped.joined(separator: ", ")
        let noticedBy = card.process.map { "\($0), \(scene.time.moment(card.time))" }
        let known: [(label: String, short: String, text: String?)] =
            [
                ("Noticed by", "By", noticedBy),
                ("Deciding answer", "Answer", card.decidingAnswer),
                ("By our clock", "Clock", card.clock),
                ("Last good refresh", "Refresh", Self.lastRefresh(of: card, scene.time)),
            ]
            + card.missing.map { ("Missing from start", "Missing", $0) }
            + [("Deleted here", "Deleted", wiped)]
        facts = known.flatMap { fact in fact.text.map { labelled(fact.label, fact.short, $0) } ?? [] }

        var lines: [StyledText] = []
        for meaning in card.meanings {
            let wrapped = safe(meaning.words, .text).wrapped(to: width - 2).map { StyledText("  ") + $0 }
            guard lines.isEmpty || lines.count + wrapped.count <= 3 else { break }
            lines += wrapped.prefix(3)
        }
        meanings = lines.isEmpty ? [] : [StyledText("What it may mean", .dim)] + lines

        let rows = card.chain.map { event in
            let text = EventText(event)
            let head =
                StyledText("  \(scene.time.moment(event.time))  ", .dim)
                + StyledText(TextWidth.pad(text.label, to: 14), text.tone.style)
            return (head: head, detail: safe(text.detail, .text))
        }
        chain = rows.map { $0.head + $0.detail }
        wrappedChain = rows.flatMap { row in
            let indent = StyledText(TextWidth.pad("", to: row.head.columns))
            return bounded(row.detail, max(1, width - row.head.columns), 3).enumerated().map { index, line in
                (index == 0 ? row.head : indent) + line
            }
        }
        elsewhere =
            StyledText("What led to it: ", .dim) + StyledText(ShellAction.back.key(glyphs), .key)
            + StyledText(", then \(EventsPane.title)", .dim)
        // Nobody signs in to the past.
        let signIn =
            scene.stage.isPresent
            ? StyledText("\(ShellAction.signIn.key(glyphs)) sign in again", Style(.key, .reverse)) + StyledText("  ")
            : StyledText()
        let answer = { if case .unauthorized? = card.deciding?.kind { true } else { false } }() ? "401" : "answer"
        let own = [(CardAction.decision, "deciding \(answer)"), (.ticket, "ticket")].filter {
            $0.0 == .ticket || card.deciding != nil
        }
        let others = own.reduce(StyledText()) {
            $0 + StyledText($1.0.key(glyphs), .key) + StyledText(" \($1.1)  ")
        }
        let end = StyledText(ShellAction.back.key(glyphs), .key) + StyledText(" dismiss")
        keys = [signIn + others + end, signIn + end].first { $0.columns <= width } ?? signIn + end
    }

    private static func lastRefresh(of card: ForcedLogoutCard, _ time: TimeText) -> String {
        guard let refresh = card.lastGoodRefresh else { return "none in this session" }
        let ago = time.ago(refresh.time)
        guard time.format != .relative else { return refresh.isAdopted ? "adopted from another process \(ago)" : ago }
        let moment = "\(time.moment(refresh.time)), \(ago)"
        return refresh.isAdopted ? "adopted from another process at \(moment)" : moment
    }

    /// The lines that fit: always the cause and the keys, then the facts and what they can mean, then the end of the
    /// chain.
    func fitting(_ height: Int) -> [StyledText] {
        let blank = [StyledText()]
        let heading = chain.isEmpty ? [] : [StyledText("What led to it", .dim)]
        for events in [wrappedChain, chain] {
            let full =
                cause + blank + facts + blank + meanings + (meanings.isEmpty ? [] : blank) + heading + events
                + (chain.isEmpty ? [] : blank) + [keys]
            if full.count <= height { return full }
        }
        // What it may mean says more than what was deleted, where there is no room for both.
        let known =
            cause + (cause.count + facts.count + meanings.count + 2 <= height ? facts + meanings : meanings + facts)
        let room = height - known.count - 1
        if chain.isEmpty { return known.prefix(max(0, height - 1)) + [keys] }
        guard room >= 2 else { return known.prefix(max(0, height - 2)) + [elsewhere, keys] }
        return known + heading + chain.suffix(room - 1) + [keys]
    }
}
