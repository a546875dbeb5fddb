import Addresses
import CurlTransport
import FoundationEssentials
import JOSE
import LoopbackRedirect
import SessionCore

/// A client made by hand, as many are: right but in what it is an example of.
actor BareExample: CallingClient {
    private struct Tokens {
        var access: String
        var refresh: String?
        var end: Date
    }

    private struct Refusal: Error { let status: Int }

    private let conduct: ExampleClient
    private let place: ExamplePlace
    private let transport = CurlTransport()
    private var tokens: Tokens?
    private var firstRefreshToken: String?
    private var renewal: Task<Void, any Error>?
    /// The provider has asked for patience until then.
    private var pause = Date.distantPast

    init(_ conduct: ExampleClient, at place: ExamplePlace) { (self.conduct, self.place) = (conduct, place) }

    func signIn() async throws {
        let verifier = Self.random()
        let challenge = Base64URL.encode(Digest.sha256.hash(Array(verifier.utf8)))
        let state = Self.random()
        let query: FormParameters = [
            "response_type": "code", "client_id": place.clientID, "redirect_uri": place.redirectURI.absoluteString,
            "scope": place.scope.joined(separator: " "), "state": state, "nonce": Self.random(),
            "code_challenge": challenge, "code_challenge_method": "S256",
        ]
        let receiver = try LoopbackRedirect(redirectURI: place.redirectURI)
        _ = try await receiver.open()
        guard let page = URL(given: "\(place.issuer)/authorize?\(query.encoded)") else { return }
        place.open(page)
        for await response in receiver.responses() {
            let items = FormParameters(decoding: response.query ?? "")
            guard items["state"] == state else { continue }
            await receiver.close(succeeded: true)
            let isOfIssuer = conduct == .trusting || items["iss"] == place.issuer
            guard let code = items["code"], isOfIssuer else { throw Refusal(status: 0) }
            try await redeem([
                "grant_type": "authorization_code", "code": code, "client_id": place.clientID,
                "redirect_uri": place.redirectURI.absoluteString, "code_verifier": verifier,
            ])
            firstRefreshToken = tokens?.refresh
            return
        }
    }

    func call() async -> Bool {
        do {
            if let tokens, tokens.end < Date() { try await renew() }
            guard try await order() == 401 else { return true }
            try await renew()
            _ = try await order()
        } catch {
            switch conduct {
            case .fragile: return false
            case .impatient: try? await signIn()
            default: if (error as? Refusal)?.status == 400 { try? await signIn() }
            }
        }
        return true
    }

    func signOut() async {
        defer { tokens = nil }
        guard let token = tokens?.refresh, let url = URL(given: "\(place.issuer)/revoke") else { return }
        _ = try? await post(["token": token, "client_id": place.clientID], to: url)
    }

    private func order() async throws -> Int {
        var request = HTTPRequest(url: place.orders)
        request.headers["Authorization"] = tokens.map { "Bearer \($0.access)" }
        let status = try await transport.send(request).status
        if status != 200, status != 401, conduct == .fragile || conduct == .impatient { throw Refusal(status: status) }
        return status
    }

    /// One for all calls, but of the hasty one.
    private func renew() async throws {
        if conduct != .hasty, let renewal { return try await renewal.value }
        guard pause < Date() else { throw Refusal(status: 429) }
        let token = conduct == .forgetful ? firstRefreshToken : tokens?.refresh
        let renewal = Task {
            try await redeem([
                "grant_type": "refresh_token", "refresh_token": token ?? "", "client_id": place.clientID,
            ])
        }
        self.renewal = renewal
        defer { self.renewal = nil }
        try await renewal.value
    }

    private func redeem(_ form: FormParameters) async throws {
        guard let url = URL(given: "\(place.issuer)/token") else { return }
        let answer = try await post(form, to: url)
        guard answer.status == 200, let json = try? JSONValue(parsing: answer.body),
            let access = json["access_token"]?.string
        else {
            if let time = answer.retryAfter(now: Date()) { pause = Date() + time / .seconds(1) }
            throw Refusal(status: answer.status)
        }
        let lifetime = json["expires_in"]?.number?.double ?? 3600
        tokens = Tokens(
            access: access, refresh: json["refresh_token"]?.string ?? tokens?.refresh, end: Date() + lifetime)
    }

    private func post(_ form: FormParameters, to url: URL) async throws -> HTTPResponse {
        try await transport.send(
            HTTPRequest(
                method: "POST", url: url, headers: ["Content-Type": "application/x-www-form-urlencoded"],
                body: .text(form.encoded)))
    }

    private static func random() -> String {
        Base64URL.encode((0..<32).map { _ in UInt8.random(in: .min ... .max) })
    }
}
