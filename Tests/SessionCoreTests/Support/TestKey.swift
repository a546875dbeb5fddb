/// Private keys made for these tests with `openssl genpkey`; they guard nothing.
enum TestKey: Sendable {
    case p256, ed25519, rsa

    var pem: String {
        switch self {
        case .p256: Self.p256PEM
        case .ed25519: Self.ed25519PEM
        case .rsa: Self.rsaPEM
        }
    }

    private static let p256PEM = """
        -----BEGIN PRIVATE KEY-----
        MIGHAgEAMBMGByqGSM49AgEGCCqGSM49AwEHBG0wawIBAQQgontuq2xuYXloBXXF
        BhT0QaT73dtG/JxZFZqx7xzezqahRANCAARLPvNthLiF07Sox6UGkkSr9eSLe9IP
        /713yyZ9EQM9BeUl9t42PgLcb7DQ/m/Bw5o7vByf7kD+raycO4cefslq
        -----END PRIVATE KEY-----
        """

    private static let ed25519PEM = """
        -----BEGIN PRIVATE KEY-----
        MC4CAQAwBQYDK2VwBCIEIMa31d2SK91/mWhP/Ao0yQ1/Umsy5F2XbgKbfIq+Rarc
        -----END PRIVATE KEY-----
        """

    private static let rsaPEM = """
        -----BEGIN PRIVATE KEY-----
        MIIEvgIBADANBgkqhkiG9w0BAQEFAASCBKgwggSkAgEAAoIBAQDmCWRQwYu8LzJO
        te+5Egxt15OVv/lgu8dlh7KS5jZ+bL3iIejHvgr/VcjnTilKgtzZSj93PJoN1AlB
        +d2balD/uiQp/v2jfTviYJJX5TlAKeeaPJ/kLDSGEgw2EpztB0aHbj5ndWHn9xa6
        C+qU8u+cyGX5oWpl2DlIh7C23PzpSvx4I+Qbk20nCLPWp+oRCY/Bw3lGwAGW+Lnt
        whnPMpZM18CSlvVecbz3H8ZIFPvBJZUAYRskyHoY62vzXyujBjP+FGH46T+B+y53
        h+D4rgkgNvr8oQrUjFE62LUXBanJaDzY09G8Xl+RlSIyWyMgxZUfYaPQ4FkQ5d4O
        n2ZPuE8zAgMBAAECggEAX16EbvCXAKlmh3hpTwabDY0DHGIPPxoKxF6aW8nCzO5D
        WPWq/uicwZgspyzh9IjFi/Z60nHXAqWmQuqXBCBzPVpMNPcI69d3VNapxXP8pMva
        v7ijp2LmUbE4y9AyrBhIlsxPZfAl65gmnXJkSmVfjtYMZQ6VQG0A7r+GtYFv/z20
        iHo4IFEC5ZNcFV0Zz56896evhlk626IBZVRjX0093Iqsr7VTGixAPygpXDSVIEXM
        1+9PFUMnAPmd1JWD7YqfiVHqYiO03PLyrnPey6aM4/aW7dfkbj73KP8YZH9sKn2G
        ys70pPV9KFLkZDIQ6IYkXOD39IvMzIDdPNu9VE9EdQKBgQD8R/LIqrcePE/kX+pF
        JUPntCKpkhnwybjv1iRJ0WKDdsIan+7rNpOg+8WYXsyHtgYfVtS3h50YkNT17kUd
        1tb4wsvZPaDBsqp4Ag2+z2H1cvrFnzl9bX9vYy6vIHj4gBw+KdESliZxOqpgOAM0
        zLZVy8Say92BMLMnhzySAM++rwKBgQDpbX+QJVsxLicTCniWv4yvhDY5NT830JTF
        TrRA9FyI88l6kMHWvqTv/dElVqidmu02CcOmHRbp9yXyqCCJPm9bTfZ+tyo39V9Z
        OrPHjftgj1lN917tvH6bPm6Zkluiqz74lGozU+7EqcOZElA7c37bRj2RjHa+mmhu
        H5849BH4vQKBgQCO+ONxr7YJb5rDTUxCFYVvSZofSYpj+J5TZaO5Je3TnTkRx7Oq
        H4r4v9bSrF7zRkgf+KCixjtUkbfvDDKlX30DC7plClURkQSk8F0D1xmn9ZqC5uK4
        35ZJ9Qae/yMvicL3w9EV3Hw6zUmDMBs5EA8BfnKUW5bTwVq2uyCricQyRwKBgQCJ
        qKqW3oDmAvrGLuGovTQBei3kFPPAPcDOjzicKb+8gFCseFvoAawRYBUMOQvdTjVg
        Lef0uaj+t2LotJ/jcC+Jn/OjDO/X6ludqpHFOIUrj74xzZVtDEF52hqtdHOX/fd3
        70amGHRyBE+2oOcx+E2ykLzUbgrFIxg9AWcL1lwW3QKBgErln6o4tYt9Ise3a7+i
        Zo7JNDAp4uR/I9yTHer/to0hloa+99YDx3BL7FJ7qGTNYa5z9y3Amv82Nt2vAs9W
        I9zvFnDu61MOk9CGIeRPZJ/h6eloR4H6hNXnwU7aTfhIevVGeZPbGqtH1k9EHa5L
        sFmx0er5Wo81zUHvf0mVlW6T
        -----END PRIVATE KEY-----
        """
}
