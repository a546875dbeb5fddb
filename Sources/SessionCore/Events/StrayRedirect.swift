/// A redirect that does not belong to the sign-in that it came in for; nothing of it is used.
///
/// A page in a browser tab that was left open does this, and so does a link that was opened twice, or anything else on
/// this machine that asks a loopback port.
public struct StrayRedirect: Sendable, Hashable {
    /// How it arrived.
    public enum Source: String, Sendable, Hashable {
        /// A browser was sent to the redirect URI.
        case browser
        /// A person pasted it.
        case pasted
    }

    /// Why it belongs to another attempt.
    public enum Flaw: String, Sendable, Hashable {
        /// The redirect had no `state` parameter.
        case stateMissing = "missing"
        /// Its `state` is not the one of this attempt.
        case stateOfAnotherAttempt = "of_another_attempt"
        /// The redirect was posted as a form (`response_mode=form_post`), which is not read.
        case posted
    }

    /// What it carried.
    public enum Content: Sendable, Hashable {
        /// An authorization code, which is not redeemed.
        case code
        /// The `error` parameter; `nil` where it is not a plain word, which is not repeated.
        case error(String?)
        /// Neither a code nor an error.
        case nothing
    }

    /// The way it came in, as ``RedirectReceiver/source`` says.
    public let source: Source
    /// Why it counts as another attempt's.
    public let flaw: Flaw
    /// What it carried beside `state`.
    public let content: Content

    /// Creates a stray redirect, for displays and tests.
    public init(source: Source, flaw: Flaw, content: Content) {
        self.source = source
        self.flaw = flaw
        self.content = content
    }
}

extension StrayRedirect {
    init(_ response: FormParameters, from source: Source) {
        self.source = source
        flaw = response["state"] == nil ? .stateMissing : .stateOfAnotherAttempt
        content =
            if let error = response["error"] {
                .error(Self.isWord(error) ? error : nil)
            } else {
                response["code"] == nil ? .nothing : .code
            }
    }

    /// Whether a text has the form of an error code; a token or a sentence has not.
    private static func isWord(_ text: String) -> Bool {
        (1...40).contains(text.utf8.count)
            && text.utf8.allSatisfy { (0x61...0x7A).contains($0) || $0 == 0x5F || $0 == 0x2D }
    }
}

extension StrayRedirect: CustomStringConvertible {
    /// A sentence without its capital and its full stop.
    public var description: String {
        let said = content.words
        return switch (source, flaw) {
        case (_, .posted):
            "the provider posted the answer as a form (form_post), which is not supported: register this client for "
                + "answers in the address (response_mode query)"
        case (.browser, .stateOfAnotherAttempt): "a browser came back with another sign-in's answer: \(said)"
        case (.browser, .stateMissing): "a browser came back without this sign-in's state: \(said)"
        case (.pasted, .stateOfAnotherAttempt): "this URL belongs to another attempt: \(said)"
        case (.pasted, .stateMissing): "this URL has no state, so it can't be this sign-in's answer: \(said)"
        }
    }
}

extension StrayRedirect.Content {
    /// What it brought, as a sentence.
    package var words: String {
        switch self {
        case .code: "it brought a code, which is not used"
        case .error(let code?): "it said \(code)"
        case .error(nil): "it brought an error"
        case .nothing: "it brought neither a code nor an error"
        }
    }
}
