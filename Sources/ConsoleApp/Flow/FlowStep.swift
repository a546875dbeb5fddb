import ConsoleFaults
package import ConsoleKit
package import SessionCore
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

    /// What it is about.
    package enum Kind: Sendable, Hashable {
        /// A message for a purpose; for a caller's own request it is a call.
        case message(SessionError.Purpose)
        /// A call's message that was sent again.
        case retry
        case redirect, session, refresh, store, fault
        /// Calls that were under way together.
        case burst
        /// A call that waits for a refresh.
        case gate

        package static let call = Kind.message(.request)

        /// What a filter calls it: `discovery`, `token`, `refresh`, `call`.
        package var name: String {
            switch self {
            case .call: "call"
            case .message(let purpose): purpose.rawValue
            case .retry: "retry"
            case .redirect: "redirect"
            case .session: "session"
            case .refresh: "refresh"
            case .store: "store"
            case .fault: "fault"
            case .burst: "burst"
            case .gate: "gate"
            }
        }
    }

    package var path: Path
    package var kind: Kind
    /// `GET /orders`, or what happened in one or two words.
    package var what: [Phrase]
    /// The error that the answer names, or why none came.
    package var why: [Phrase]
    /// The names of a message's parameters, or more of what happened.
    package var more: [Phrase]
    package var status: Int?
    /// How long the message and its answer took.
    package var duration: Duration?
    /// The fingerprint of the token that went along, or else of the first that the answer issued.
    package var token: String
    /// The fingerprints of other tokens that it is about, such as those that an answer issued.
    package var otherTokens: [String]
    package var tone: Tone
    package var mark: Mark
    /// The code of the error that the answer names; empty if there is none.
    package var error = ""
    /// The names of the faults that struck the message.
    package var faults: [String] = []
    /// The other process that it is of, which may contain text from outside; empty for the session itself.
    package var process = ""

    package init(
        _ path: Path, _ kind: Kind, _ what: [Phrase], _ more: [Phrase] = [], why: [Phrase] = [],
        status: Int? = nil, duration: Duration? = nil, token: String = "", otherTokens: [String] = [],
        tone: Tone = .plain, mark: Mark = .none
    ) {
        self.path = path
        self.kind = kind
        self.what = what
        self.more = more
        self.why = why
        self.status = status
        self.duration = duration
        self.token = token
        self.otherTokens = otherTokens
        self.tone = tone
        self.mark = mark
    }

    package var label: String { what.text }
    package var reason: String { why.text }
    package var detail: String { more.text }

    /// The lanes it takes part in; none for a line, which crosses those of the others.
    package var lanes: [Lane] {
        switch path {
        case .message(let from, let to): [from, to]
        case .note(let lane): [lane]
        case .line: []
        }
    }

    /// The program that it is of; `nil` for the session's own.
    var client: Caller? { lanes.lazy.compactMap(\.client).first }

    /// Whether a message's token came with the answer, and did not go along.
    var isTokenIssued: Bool {
        if case .message = path { otherTokens.contains(token) } else { false }
    }

    /// Whether a fault altered a message's token on the way, so that another one was sent.
    var isTokenAltered: Bool { !token.isEmpty && faults.contains(LabFault.tamperedToken.name) }

    /// What stands before the token: `◀` where the answer issued it, `≠` where another one was sent in its place.
    func tokenSign(_ glyphs: Glyphs) -> String {
        if isTokenIssued { return glyphs.arrowHeadLeft }
        return isTokenAltered ? Self.alteredSign(glyphs) : ""
    }

    static func alteredSign(_ glyphs: Glyphs) -> String { glyphs.isASCII ? "!" : "≠" }

    /// All but what stands in columns of its own.
    package var words: String {
        let more = [reason, process, detail].filter { !$0.isEmpty }.joined(separator: " · ")
        return more.isEmpty ? label : "\(label)  \(more)"
    }
}
