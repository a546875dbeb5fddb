/// Text that must not be seen: tokens, codes, verifiers, passwords, client secrets.
///
/// It prints, interpolates, dumps and mirrors as dots. ``reveal()`` is the only way to the text, so that a search for
/// it finds every place where a secret leaves the program.
public struct Secret: Sendable, Hashable {
    private let text: String

    /// Wraps text; an empty one is allowed and prints as dots too.
    public init(_ text: String) {
        self.text = text
    }

    /// The text itself, to be sent or stored, or shown because a person asked for it.
    public func reveal() -> String { text }

    /// The token's short public name: see ``Fingerprint``.
    public var fingerprint: Fingerprint { Fingerprint(of: text) }
}

extension Secret: CustomStringConvertible, CustomDebugStringConvertible, CustomReflectable {
    /// Four dots, whatever the secret is.
    public var description: String { "••••" }
    /// Four dots, whatever the secret is.
    public var debugDescription: String { "••••" }
    /// Shows nothing to a debugger or to `dump`.
    public var customMirror: Mirror { Mirror(self, children: []) }
}
