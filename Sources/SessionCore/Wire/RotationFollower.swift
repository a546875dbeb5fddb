/// A transport that wants to know which refresh tokens of the session another process has used up.
package protocol RotationFollower: HTTPTransport {
    /// Another process has exchanged one refresh token of the session for the other, which the session has adopted.
    func followRotation(of spent: Secret, to current: Secret)
}
