package import SessionCore

/// The granted scope, compared with the requested one.
package enum ScopeText: Sendable, Hashable {
    /// Neither scope is known.
    case unknown
    /// The provider granted this scope, or left it out because it equals the requested one (RFC 6749 §5.1).
    case granted([String], isAsAsked: Bool)
    case differs(granted: [String], asked: [String], missing: [String])

    package init(_ status: SessionStatus) {
        switch (status.scope, status.requestedScope) {
        case (nil, nil): self = .unknown
        case (nil, let asked?): self = .granted(asked, isAsAsked: true)
        case (let granted?, nil): self = .granted(granted, isAsAsked: false)
        case (let granted?, let asked?):
            let missing = status.missingScope
            self =
                missing.isEmpty && granted.allSatisfy(ScopeNames(asked).contains)
                ? .granted(granted, isAsAsked: false) : .differs(granted: granted, asked: asked, missing: missing)
        }
    }

    /// The granted scope, if it is known.
    package var granted: [String]? {
        switch self {
        case .unknown: nil
        case .granted(let scope, _), .differs(let scope, _, _): scope
        }
    }

    /// The granted scope in words; `nil` if it is not known.
    package var grantedWords: String? {
        switch self {
        case .unknown: nil
        case .granted(let scope, let isAsAsked):
            // RFC 6749 §5.1: an answer without a scope grants the requested one.
            Self.words(scope) + (isAsAsked ? " (as requested)" : "")
        case .differs(let granted, _, _): Self.words(granted)
        }
    }

    /// Whether the provider named no scope, so that the requested one is granted.
    var isAsRequested: Bool { if case .granted(_, isAsAsked: true) = self { true } else { false } }

    /// The requested scope in words, if another one was granted.
    package var askedWords: String? {
        guard case .differs(_, let asked, let missing) = self else { return nil }
        return Self.words(asked) + (missing.isEmpty ? "" : " (\(Shortfall.scope(missing).shortWords))")
    }

    private static func words(_ scope: [String]) -> String { scope.isEmpty ? "none" : scope.joined(separator: " ") }
}
