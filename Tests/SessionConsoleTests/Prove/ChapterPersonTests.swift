import DemoProvider
import FoundationEssentials
import HTTPServer
import SessionCore
import Scenarios
import TestSupport
import Testing

@testable import session_console

/// The user of a chapter, and the browser.
@Suite(.timeLimit(.minutes(5)), .limitedParallelism)
struct ChapterPersonTests {
    private struct Pages: RequestWitness {
        let paths = Notes<String>()

        func received(_ id: Int, _ request: ServerRequest, time: Date) { paths.add(request.path) }
        func struck(_ id: Int, by mark: Int) {}
        func answered(_ id: Int, _ response: ServerResponse, time: Date) {}
    }

    @Test func `of all links that a program opens, the sign-ins at its provider are followed`() async throws {
        let visits = Notes<String>()
        let server = try RawServer { connection in
            let head = connection.readHead()
            visits.add(String(head.prefix { $0 != "?" && $0 != "\r" }))
            connection.write("HTTP/1.1 200 OK\r\nContent-Length: 2\r\nConnection: close\r\n\r\nok")
        }
        var configuration = DemoProvider.Configuration()
        let pages = Pages()
        configuration.witness = pages
        let provider = try await DemoProvider.start(configuration)
        let traffic = ChapterTraffic(
            ProofTerms(
                words: ["true"], kind: .oauth, ask: nil, signOut: nil, environment: [:], executable: "true",
                replay: nil, isShown: false))
        let person = ChapterPerson(provider, traffic, hasBrowser: true)
        let elsewhere = "http://127.0.0.1:\(server.port)"
        let links = ["\(elsewhere)/authorize", "\(provider.issuer)/jwks", "\(provider.issuer)/authorize"]
        for (state, page) in links.enumerated() {
            let query: FormParameters = [
                "response_type": "code", "client_id": provider.clientID, "scope": "profile", "state": "\(state)",
                "code_challenge": String(repeating: "a", count: 43), "code_challenge_method": "S256",
                "redirect_uri": "\(elsewhere)/callback",
            ]
            person.take(opened: try #require(URL(string: "\(page)?\(query.encoded)")))
        }
        try await until { traffic.tally.authorizations > 0 && !person.isVisiting }
        await provider.stop()
        #expect(visits.all == ["GET /callback"])
        #expect(pages.paths.all == ["/authorize"])
    }
}
