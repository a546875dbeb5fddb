import FoundationEssentials
import JOSE
import SessionCore

/// A token that is not the session's: it was pasted to be read, or a message carried it.
struct PastedToken: Sendable, Hashable {
    let secret: Secret
    let contents: TokenContents
    var trust: TokenTrust?
    let origin: Source
    /// The messages that carried it, oldest first.
    private(set) var uses: [TokenUse] = []

    enum Source: Sendable, Hashable {
        case pasted
        case typed
        /// In the answer to a call of that name.
        case answered(String)

        var words: String {
            switch self {
            case .pasted: "pasted"
            case .typed: "typed into a request"
            case .answered(let name): "in the answer to \(name)"
            }
        }
    }

    /// Whether it was pasted.
    var isPasted: Bool { origin == .pasted }

    /// More uses than this are not kept.
    private static let useCapacity = 12

    /// A token that was pasted, or was found in an answer.
    init(_ token: Secret, _ origin: Source = .pasted) {
        secret = token
        contents = TokenContents(token)
        self.origin = origin
    }

    /// The token that a user typed into a request; `nil` if there is none.
    init?(typedInto request: HTTPRequest) {
        let parts = request.headers["Authorization"]?.split(separator: " ", maxSplits: 1) ?? []
        guard parts.count == 2, parts[0].lowercased() != "basic" else { return nil }
        secret = Secret(String(parts[1]))
        contents = TokenContents(secret)
        origin = .typed
    }

    mutating func append(_ use: TokenUse) { uses = uses.suffix(Self.useCapacity - 1) + [use] }

    mutating func keepUses(of other: PastedToken) { uses = other.uses }

    /// The `iss` claim.
    var issuer: String? { contents.jwt?.claims["iss"]?.string }
}
