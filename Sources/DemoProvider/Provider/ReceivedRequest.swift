package import FoundationEssentials

extension DemoProvider {
    /// A request that the provider received, without its tokens, codes and passwords.
    package struct ReceivedRequest: Sendable, Hashable {
        /// What became of it.
        package enum Answer: Sendable, Hashable {
            /// The provider is still busy with it.
            case pending
            case status(Int)
            /// The connection stays open, without an answer.
            case hang
            /// The connection was closed without an answer.
            case drop
        }

        package let id: Int
        /// Grows with every change of any request.
        package internal(set) var change: Int
        /// By this machine's clock, which the provider's may be ahead of.
        package let time: Date
        package let method: String
        /// Without the query.
        package let path: String
        /// Of a token request.
        package let grantType: String?
        /// The client that the request names or registers, or whose token it presents; `nil` where none is known.
        package internal(set) var clientID: String?
        package internal(set) var answer = Answer.pending
        /// Why it was refused: the `error` that was answered, with its description.
        package internal(set) var flaw: String?
        /// The stable names of the switches that changed the answer.
        package internal(set) var faults: [String] = []
    }
}
