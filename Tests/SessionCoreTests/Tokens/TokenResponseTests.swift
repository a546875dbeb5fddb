import FoundationEssentials
import JOSE
import SessionCore
import TestSupport
import Testing

@Suite(.serialized, .timeLimit(.minutes(5))) struct TokenResponseTests {
    private func parse(_ text: String) throws -> TokenResponse {
        try TokenResponse(
            try #require(try JSONValue(parsing: Array(text.utf8)).object), requestedAt: Date(timeIntervalSince1970: 0),
            requestedAtUptime: .zero, providerDate: nil)
    }

    @Test func `a full response is read`() throws {
        let response = try parse(
            #"{"access_token":"a","token_type":"Bearer","expires_in":60,"refresh_token":"r","id_token":"i","#
                + #""scope":"openid  mail","extra":{"x":1}}"#
        )
        #expect(response.accessToken.reveal() == "a")
        #expect(response.refreshToken?.reveal() == "r")
        #expect(response.idToken?.reveal() == "i")
        #expect(response.expiresIn == .seconds(60))
        #expect(response.scope == ["openid", "mail"])
    }

    @Test func `what the RFC leaves optional may be missing`() throws {
        let response = try parse(#"{"access_token":"a","token_type":"bearer"}"#)
        #expect(response.refreshToken == nil && response.idToken == nil && response.scope == nil)
        #expect(response.expiresIn == nil)
    }

    @Test(arguments: [
        ("60", Duration.seconds(60)), ("\"60\"", .seconds(60)), ("0", .zero), ("-5", .zero), ("\"-5\"", .zero),
        ("59.9", .seconds(59)), ("36e2", .seconds(3_600)), ("\"3.6e3\"", .seconds(3_600)),
        ("99999999999999999999999999", .seconds(3_155_760_000)), ("1e400", nil), ("null", nil), ("\"\"", nil),
        ("\"soon\"", nil), ("true", nil), ("[60]", nil), ("{}", nil), ("\"nan\"", nil),
        ("\"inf\"", .seconds(3_155_760_000)),
    ])
    func `invariant 36: every expires_in has one defined result`(literal: String, expected: Duration?) throws {
        let response = try parse(#"{"access_token":"a","token_type":"Bearer","expires_in":\#(literal)}"#)
        #expect(response.expiresIn == expected)
    }

    @Test(arguments: [
        (#""refresh_expires_in":600"#, RefreshTokenLifetime(duration: .seconds(600), source: .refreshExpiresIn)),
        (#""refresh_expires_in":"600""#, RefreshTokenLifetime(duration: .seconds(600), source: .refreshExpiresIn)),
        (
            #""refresh_token_expires_in":86400"#,
            RefreshTokenLifetime(duration: .seconds(86_400), source: .refreshTokenExpiresIn)
        ),
        (
            #""refresh_expires_in":null,"refresh_token_expires_in":60"#,
            RefreshTokenLifetime(duration: .seconds(60), source: .refreshTokenExpiresIn)
        ),
        (#""refresh_expires_in":0"#, nil), (#""refresh_expires_in":-1"#, nil), (#""refresh_expires_in":[]"#, nil),
        (#""expires_in":60"#, nil),
        (
            #""refresh_expires_in":600,"refresh_token_timeout":90"#,
            RefreshTokenLifetime(duration: .seconds(90), source: .refreshTokenTimeout)
        ),
        (
            #""refresh_token_timeout":900,"authorization_expires_in":600"#,
            RefreshTokenLifetime(duration: .seconds(600), source: .authorizationExpiresIn)
        ),
        (
            #""refresh_token_timeout":0,"authorization_expires_in":"600""#,
            RefreshTokenLifetime(duration: .seconds(600), source: .authorizationExpiresIn)
        ),
        (#""authorization_expires_in":0"#, nil),
    ])
    func `the life of a refresh token is read where a provider tells it`(
        member: String, expected: RefreshTokenLifetime?
    ) throws {
        let response = try parse(#"{"access_token":"a","token_type":"Bearer","refresh_token":"r",\#(member)}"#)
        #expect(response.refreshLifetime == expected)
    }

    @Test(arguments: ["Bearer", "bearer", "BEARER", "bEaReR", "DPoP", "N_A"])
    func `token_type is read in any case`(type: String) throws {
        #expect(try parse(#"{"access_token":"a","token_type":"\#(type)"}"#).tokenType == type)
    }

    @Test func `a token type that can't be used is refused and named`() async throws {
        let error = await failure { try parse(#"{"access_token":"a","token_type":"mac"}"#) }
        #expect(error == .unintelligible("token_type is mac, which can't be used", during: .token))
    }

    @Test func `empty and null tokens count as absent`() throws {
        let response = try parse(#"{"access_token":"a","token_type":"Bearer","refresh_token":"","id_token":null}"#)
        #expect(response.refreshToken == nil && response.idToken == nil)
    }

    @Test(arguments: [
        #"{}"#, #"{"access_token":""}"#, #"{"access_token":null}"#, #"{"access_token":7}"#,
        #"{"access_token":"a\r\nX-Injected: 1"}"#, #"{"access_token":"a","refresh_token":{}}"#,
        #"{"access_token":"ü"}"#,
    ])
    func `an answer without a usable token is unintelligible`(text: String) async throws {
        guard case .unintelligible(_, during: .token) = await failure(of: { try parse(text) }) else {
            Issue.record("\(text) was accepted")
            return
        }
    }
}
