package import SessionCore

/// An event as a row of the events pane, the chain on a card and the headless `events` show it.
package struct EventText: Sendable, Hashable {
    package var mark: Mark
    /// What kind of thing happened, in one or two words.
    package var label: String
    /// The facts, in one line; may hold text from outside.
    package var detail: String
    /// The token or generation it is about.
    package var tag: String
    package var tone: Tone
    /// Whether it is a single step of something that another event tells as a whole.
    package var isDetail: Bool

    package init(_ event: SessionEvent) {
        let words = event.words
        let look = Look(event)
        label = words.label
        detail = words.detail.inProfileTerms
        mark = look.mark
        tag = look.tag
        tone = look.tone
        isDetail = look.isDetail
    }
}

extension EventText {
    /// The event as one line of plain text.
    var plainLine: String { [label, detail, tag].filter { !$0.isEmpty }.joined(separator: "  ") }
}
