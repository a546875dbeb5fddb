import SessionCore

extension ClientFault {
    /// ID tokens and authorization responses that a client must refuse.
    static let ofIdentity: [ClientFault] = [
        idToken(.nonce, "id-token-nonce", "with another nonce", breaking: "id-token-nonce-wrong"),
        idToken(.audience, "id-token-audience", "for another client", breaking: "id-token-for-other-client"),
        idToken(.issuer, "id-token-issuer", "of another issuer", breaking: "id-token-of-other-issuer"),
        idToken(.expiry, "id-token-expired", "that expired an hour ago", breaking: "id-token-expired"),
        idToken(.signature, "id-token-signature", "with a wrong signature", breaking: "id-token-signature-wrong"),
        ClientFault(
            "other-issuer", at: .authorizationResponse, .otherIssuer,
            "an authorization response names another issuer",
            expecting: "the response is refused: its code isn't sent anywhere",
            .rfc(9207, "2.4"), breaking: ["other-issuer-accepted"], shownBy: \.leavesCode),
    ]

    private static func idToken(
        _ flaw: IDTokenPart, _ name: String, _ what: String, breaking rule: String
    ) -> ClientFault {
        ClientFault(
            name, at: .idToken, .wrongIDToken(flaw), "tokens come with an ID token \(what)",
            expecting: "all tokens of that answer are refused, and none is used",
            .openIDConnectCore("3.1.3.7"), breaking: [rule], shownBy: \.leavesTokens)
    }
}

extension ClientFault {
    /// Who stands in the provider's place.
    package static let otherIssuer = "https://other-issuer.invalid"
}
