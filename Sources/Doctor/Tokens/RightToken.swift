import JOSE
import SessionCore

/// A token that the resource was seen to accept.
struct RightToken: Sendable {
    let value: Secret
    /// The status of the answer to it.
    let status: Int
    /// `nil` for an opaque one.
    let jws: JWS?
}
