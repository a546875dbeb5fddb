/// Curves in JOSE, appendix A.
enum RFC8037 {
    /// The key of A.1 and A.2, and the token of A.4 and A.5.
    static let appendixA4 = SignatureVector(
        section: "RFC 8037 A.4",
        key: """
            {
              "kty": "OKP",
              "crv": "Ed25519",
              "d": "nWGxne_9WmC6hEr0kuwsxERJxWl7MmkZcDusAxyuf2A",
              "x": "11qYAYKxCrfVS_7TyWQHOg7hcvPapiMlrwIaaPcHURo"
            }
            """,
        token: """
            eyJhbGciOiJFZERTQSJ9.RXhhbXBsZSBvZiBFZDI1NTE5IHNpZ25pbmc.hgyY0il_MGCjP0JzlnLWG1PPOt7-09PGcvMg3AI\
            bQR6dWbhijcNR4ki4iylGjg5BhVsPt9g7sVvpAr_MuM0KAg
            """)

    /// The key's thumbprint (A.3).
    static let thumbprint = "kPrK_qmxVWaYVA9wwBF6Iuo3vVzz7TxHCTwXBygrS4k"
}
