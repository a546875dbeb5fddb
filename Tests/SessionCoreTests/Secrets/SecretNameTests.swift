import Testing

@testable import SessionCore

@Suite(.timeLimit(.minutes(5)))
struct SecretNameTests {
    @Test(arguments: [
        "password", "db_password", "dbpassword", "apiKey", "api_key", "API_KEY", "apikey", "X-Api-Key", "clientSecret",
        "client_secret", "access_token", "accessToken", "github-token", "mytoken", "GITHUB_PAT", "otp", "totp", "pin",
        "pass", "userpass", "passphrase", "passcode", "credentials", "session_id", "sessionid", "JSESSIONID",
        "connect.sid", "cookie", "auth", "authorization", "basic_auth", "bearer", "jwt", "client_assertion",
        "code_verifier", "private_key", "privatekey", "accesskey", "secretKey", "signingKey", "sig", "X-Amz-Signature",
        "X-Amz-Credential", "hmac", "csrf_token", "xsrf", "verification_code", "backupCodes", "security-code",
        "connection_string", "SAMLResponse",
    ])
    func `address 4: such a name is a secret's, for a message and for a variable`(name: String) {
        #expect(SecretNames.contains(name))
        #expect(SecretNames.contains(variable: name))
    }

    @Test(arguments: [
        "keyword", "token_type", "monkey", "compass", "bypass", "keys_url", "shipping", "keyId", "tokenEndpoint", "",
        "country_code", "error_code", "status", "cookie_name", "auth_time", "token_uri", "expires_in", "key_type",
        "author", "design", "significant", "patch", "pathname", "macaroon_count",
    ])
    func `address 4: such a name is none`(name: String) {
        #expect(!SecretNames.contains(name))
        #expect(!SecretNames.contains(variable: name))
    }

    @Test func `state and code are secrets in messages alone: a variable of that name is a filter or a country`() {
        for name in ["state", "code"] {
            #expect(SecretNames.contains(name) && !SecretNames.contains(variable: name))
        }
    }

    @Test func `the quick look at a field's name passes over none of the list`() {
        let names =
            SecretNames.standard.union(SecretNames.words).union(SecretNames.endings)
            .union(SecretNames.keyKinds.map { "\($0)key" }).union(SecretNames.passKinds.map { "\($0)pass" })
            .union(["Location", "security_code", "connection-string"])
        for name in names {
            #expect(SecretNames.mayContain(fieldName: "X-\(name)"), "\(name)")
            #expect(SecretNames.mayContain(fieldName: name.uppercased()), "\(name)")
        }
        #expect(!SecretNames.mayContain(fieldName: "Content-Type"))
    }
}
