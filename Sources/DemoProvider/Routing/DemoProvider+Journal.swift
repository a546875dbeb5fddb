import FoundationEssentials
import HTTPServer
import JOSE

extension DemoProvider {
    /// The requests that came or were answered after a change, the oldest first; the last few hundred are kept.
    package func requests(changedAfter change: Int = 0) -> [ReceivedRequest] {
        journal.entries.filter { $0.change > change }
    }

    /// Answers a request, and keeps it in the journal from its arrival; the witness sees it.
    func journaled(_ request: ServerRequest, answer: (Int) async -> ServerResponse) async -> ServerResponse {
        let id = journal.begin(
            at: clock.base(), method: request.method, path: Self.shownPath(of: request),
            grantType: request.form?["grant_type"], clientID: clientID(of: request))
        let witness = Self.isOfControl(request) ? nil : configuration.witness
        witness?.received(id, request, time: clock.base())
        let response = await answer(id)
        witness?.answered(id, response, time: clock.base())
        let faults = response.headers["Injected-Fault"]?.split(separator: ",").map { $0.drop { $0 == " " } } ?? []
        journal.finish(
            id, response.outcome, registered: response.registeredClientID, flaw: response.flaw,
            faults: faults.map(String.init))
        return response
    }

    /// A control URL is a secret, also one that was sent to the wrong server.
    private static func shownPath(of request: ServerRequest) -> String {
        isOfControl(request) ? "/control/…" : request.path
    }

    private static func isOfControl(_ request: ServerRequest) -> Bool { request.path.hasPrefix("/control/") }

    private func clientID(of request: ServerRequest) -> String? {
        let form = request.form ?? FormItems(decoding: "")
        if let credentials = try? ClientCredentials(of: request, form: form) { return credentials.id }
        if let id = form["client_id"] ?? request.query["client_id"] { return id }
        if let page = form["request"] { return signIns.interactions.find(page, at: clock.now)?.client.id }
        guard let header = request.headers["Authorization"], let space = header.firstIndex(of: " ") else { return nil }
        return accessTokens.clientID(of: String(header[space...].drop { $0 == " " }))
    }
}

extension ServerResponse {
    fileprivate var outcome: DemoProvider.ReceivedRequest.Answer {
        switch body {
        case .hang: .hang
        case .drop: .drop
        case .bytes, .chunks: .status(status)
        }
    }

    /// The client that was registered by it (RFC 7591 §3.2.1).
    fileprivate var registeredClientID: String? {
        guard status == 201, case .bytes(let bytes) = body else { return nil }
        return (try? JSONValue(parsing: bytes))?["client_id"]?.string
    }

    /// The error that it reports: in its JSON, its challenge, its redirect or on its page.
    fileprivate var flaw: String? {
        guard case .bytes(let bytes) = body else { return nil }
        if let location = headers["Location"], let start = location.firstIndex(of: "?") {
            let items = FormItems(decoding: String(location[location.index(after: start)...]))
            return Self.flaw(items["error"], items["error_description"])
        }
        if headers["Content-Type"]?.hasPrefix("text/html") == true { return Page.alert(in: bytes) }
        guard status >= 400 else { return nil }
        // RFC 6750 §3.1: the challenge to a request without a token has no error.
        if let challenge = headers["WWW-Authenticate"], challenge.hasPrefix("Bearer"), !challenge.contains("error=") {
            return "the request has no access token"
        }
        let json = try? JSONValue(parsing: bytes)
        let description = json?["error_description"]?.string ?? challengedDescription
        return Self.flaw(json?["error"]?.string, description)
    }

    private var challengedDescription: String? {
        guard let challenge = headers["WWW-Authenticate"],
            let start = challenge.firstRange(of: "error_description=\"")?.upperBound
        else { return nil }
        return String(challenge[start...].prefix { $0 != "\"" })
    }

    private static func flaw(_ error: String?, _ description: String?) -> String? {
        guard let error else { return nil }
        return description.map { "\(error): \($0)" } ?? error
    }
}
