import Testing

/// A key and a token that it signed, as an RFC prints them.
struct SignatureVector: Sendable, CustomTestStringConvertible {
    let section: String
    let key: String
    let token: String

    var testDescription: String { section }
}
