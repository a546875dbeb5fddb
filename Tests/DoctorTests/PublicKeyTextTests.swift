import JOSE
import Testing

@testable import Doctor

/// Published keys as PEM, as OpenSSL writes them.
@Suite(.timeLimit(.minutes(5)))
struct PublicKeyTextTests {
    private static let keys: [(key: JSONObject, pem: String)] = [
        (
            [
                "kty": "RSA", "e": "AQAB",
                "n": .string(
                    "mzTi7jY2gr1KTv6xhkQG-jtRlXVuCERfbFEaYAZPB-8J37Jxq92QBMRYfx3y_lkv6Ixty63jvgNt_KGXvRO-r_Q1ipKjYgfa"
                        + "IDFMl1iU_FYhJC9X2R_GiyqzmueXJAoB4yT4xsd445NIBjTLL1k1WSWlHpNJr1z_VkHxj8F_Ir9rxLuoZRVnl1lf7hV5"
                        + "biyxwNZEZt2VkUzIkqYal-ToS9zhHv0lvHsKm7CIg1DCr1qSAuV3EYyVjRyfGp6IFF2JNJoy8eDSTXBGlaxUL02Se9pl"
                        + "kh0d5YpC-MPtrrFk12t81r1_u8iWairiuDCrJ-1XCnOlV4LRl-g4AGdRNXnzFQ"),
            ],
            """
            -----BEGIN PUBLIC KEY-----
            MIIBIjANBgkqhkiG9w0BAQEFAAOCAQ8AMIIBCgKCAQEAmzTi7jY2gr1KTv6xhkQG
            +jtRlXVuCERfbFEaYAZPB+8J37Jxq92QBMRYfx3y/lkv6Ixty63jvgNt/KGXvRO+
            r/Q1ipKjYgfaIDFMl1iU/FYhJC9X2R/GiyqzmueXJAoB4yT4xsd445NIBjTLL1k1
            WSWlHpNJr1z/VkHxj8F/Ir9rxLuoZRVnl1lf7hV5biyxwNZEZt2VkUzIkqYal+To
            S9zhHv0lvHsKm7CIg1DCr1qSAuV3EYyVjRyfGp6IFF2JNJoy8eDSTXBGlaxUL02S
            e9plkh0d5YpC+MPtrrFk12t81r1/u8iWairiuDCrJ+1XCnOlV4LRl+g4AGdRNXnz
            FQIDAQAB
            -----END PUBLIC KEY-----

            """
        ),
        (
            [
                "kty": "EC", "crv": "P-256", "x": "iwinCIEid4udHFui4KoAsoVdy6Uac-9aq46Y6BQqQC8",
                "y": "wSirpiVLRv9nSsykNqShag3qHn74poTHma0tYdwt6QU",
            ],
            """
            -----BEGIN PUBLIC KEY-----
            MFkwEwYHKoZIzj0CAQYIKoZIzj0DAQcDQgAEiwinCIEid4udHFui4KoAsoVdy6Ua
            c+9aq46Y6BQqQC/BKKumJUtG/2dKzKQ2pKFqDeoefvimhMeZrS1h3C3pBQ==
            -----END PUBLIC KEY-----

            """
        ),
        (
            ["kty": "OKP", "crv": "Ed25519", "x": "jN9EYrVzmswnP3YJ2w04lJoWtxVeq-P0-W593eIu-Ro"],
            """
            -----BEGIN PUBLIC KEY-----
            MCowBQYDK2VwAyEAjN9EYrVzmswnP3YJ2w04lJoWtxVeq+P0+W593eIu+Ro=
            -----END PUBLIC KEY-----

            """
        ),
    ]

    @Test(arguments: [0, 1, 2])
    func `a published key has the PEM that OpenSSL writes`(index: Int) {
        #expect(Self.keys[index].key.publicKeyPEM == Self.keys[index].pem)
    }

    @Test func `a key of another type has none`() {
        #expect((["kty": "oct", "k": "c2VjcmV0"] as JSONObject).publicKeyPEM == nil)
    }
}
