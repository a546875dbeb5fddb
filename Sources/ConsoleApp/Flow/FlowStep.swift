import TerminalUI

/// A row of the sequence diagram; it names parameters, and has no values of them.
package struct FlowStep: Sendable, Hashable {
    package enum Path: Sendable, Hashable {
        case message(from: Lane, to: Lane)
        /// Something that happened at one of the lanes.
        case note(at: Lane)
        /// A line across all lanes, as where a session ends.
        case line
    }

    package var path: Path
    /// What a filter calls it: `discovery`, `token`, `refresh`, `call`.
    package var kind: String
    /// `GET /orders`, or what happened in one or two words.
    package var label: String
    /// The names of a message's parameters, or more of what happened; may contain text from outside.
    package var detail: String
    /// The error that the answer names, or why none came; may contain text from outside.
    ///
    /// Of a line it is the detail in fewer words.
    package var reason: String
    package var status: Int?
    /// How long the message and its answer took.
    package var duration: Duration?
    /// The fingerprint of the token that went along, or else of the first that the answer issued.
    package var token: String
    /// The fingerprints of other tokens that it is about, such as those that an answer issued.
    package var otherTokens: [String]
    package var tone: Tone
    package var mark: Mark
    /// The other process that it is of, which may contain text from outside; empty for the session itself.
    package var process = ""

    package init(
        _ path: Path, _ kind: String, _ label: String, _ detail: String = "", reason: String = "",
        status: Int? = nil, duration: Duration? = nil, token: String = "", otherTokens: [String] = [],
        tone: Tone = .plain, mark: Mark = .none
    ) {
        self.path = path
        self.kind = kind
        self.label = label
        self.detail = detail
        self.reason = reason
        self.status = status
        self.duration = duration
        self.token = token
        self.otherTokens = otherTokens
        self.tone = tone
        self.mark = mark
    }

    /// The lanes it takes part in; none for a line, which crosses those of the others.
    package var lanes: [Lane] {
        switch path {
        case .message(let from, let to): [from, to]
        case .note(let lane): [lane]
        case .line: []
        }
    }

    /// Whether a message's token came with the answer, and did not go along.
    var isTokenIssued: Bool {
        if case .message = path { otherTokens.contains(token) } else { false }
    }

    /// Whether a fault altered a message's token on the way, so that another one was sent.
    var isTokenAltered: Bool {
        !token.isEmpty && faultWords?.split(separator: ", ").contains { $0 == Fault.tamperedToken.rawValue } == true
    }

    /// What stands before the token: `◀` where the answer issued it, `≠` where another one was sent in its place.
    func tokenSign(_ glyphs: Glyphs) -> String {
        if isTokenIssued { return glyphs.arrowHeadLeft }
        return isTokenAltered ? Self.alteredSign(glyphs) : ""
    }

    static func alteredSign(_ glyphs: Glyphs) -> String { glyphs.isASCII ? "!" : "≠" }

    /// All but what stands in columns of its own.
    package var words: String {
        let more = [path == .line && !detail.isEmpty ? "" : reason, process, detail].filter { !$0.isEmpty }.joined(
            separator: " · ")
        return more.isEmpty ? label : "\(label)  \(more)"
    }
}
