extension Session {
    /// The ID token of the present session as it was validated; `nil` where the provider gave none, or nobody is signed
    /// in.
    ///
    /// Its claims were checked when it came (OpenID Connect Core §3.1.3.7, §12.2); it may have expired since, which
    /// says nothing about the session.
    public var idToken: ValidatedIDToken? { machine.active?.credentials.idToken }
}
