/// How a request is made, beside what it asks for.
struct Conduct: Sendable {
    /// Whether its token is sent by the scheme Bearer.
    var isBearer = false
    /// Whether its token is sent by the scheme DPoP.
    var isDPoP = false
    /// Whether it has a proof, be it readable or not.
    var hasProof = false
    /// Its body, where sending that again does something again (RFC 9110 §9.2.2).
    var effect: SecretID?
    /// Whether a page of another origin sends it (Fetch, section 3.2).
    var isOfOtherOrigin = false
    /// Whether it is of the Model Context Protocol.
    var isMCP = false
    /// Whether the server can tell that it was sent again.
    var isMarked = false
}
