package import ConsoleKit
package import SessionCore

/// An event as shown in the events pane, in the chain on a card and by the command `events`.
package struct EventText: Sendable, Hashable {
    package var mark: Mark
    /// The kind of event, in one or two words.
    package var label: String
    /// The facts, in one line; may contain text from outside.
    package var detail: String
    /// The token that it is about, or the sign-in that the session began with.
    package var tag: String
    /// Whether the tag names a sign-in.
    var tagsSignIn: Bool
    package var tone: Tone
    /// Whether it is a step that another event summarises.
    package var isDetail: Bool

    package init(_ event: SessionEvent) {
        let words = event.words
        let look = Look(event)
        label = words.label
        detail = words.detail.inProfileTerms
        mark = look.mark
        (tag, tagsSignIn) = (look.tag, look.tagsSignIn)
        tone = look.tone
        isDetail = look.isDetail
    }
}

extension EventText {
    /// The event as one line of plain text.
    var plainLine: String { [label, detail, tag].filter { !$0.isEmpty }.joined(separator: "  ") }
}
