/// How long certificates are valid, in seconds since 1970.
struct Validity: Sendable, Hashable {
    let notBefore: Int
    let notAfter: Int

    /// 24 hours, of which five minutes lie in the past: for clients whose clock is a little late.
    init(from now: Int) {
        notBefore = now - 5 * 60
        notAfter = notBefore + 24 * 60 * 60
    }

    private init(notBefore: Int, notAfter: Int) {
        (self.notBefore, self.notAfter) = (notBefore, notAfter)
    }

    /// For what is signed later, and ends with its signer.
    func rest(from now: Int) -> Validity? {
        guard now < notAfter else { return nil }
        return Validity(notBefore: max(notBefore, now - 5 * 60), notAfter: notAfter)
    }
}
