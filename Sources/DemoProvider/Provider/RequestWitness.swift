package import FoundationEssentials
package import HTTPServer

/// Sees what the provider's clients send and what they are answered, in the order of time, with the secrets in it.
package protocol RequestWitness: Sendable {
    /// A request has come to the issuer or to the API.
    func received(_ id: Int, _ request: ServerRequest, time: Date)

    /// A fault that was injected with this mark strikes it.
    func struck(_ id: Int, by mark: Int)

    /// The answer to it is about to be sent.
    func answered(_ id: Int, _ response: ServerResponse, time: Date)
}
