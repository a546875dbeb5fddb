import ClientObservation
import ClientWatch
import FoundationEssentials
import Glibc
import HostSystem
import Interception
import SessionHTTP
import Synchronization
import TestSupport
import Testing

/// The browser of a watch: what is told of it, and that it goes with the watch.
@Suite(.timeLimit(.minutes(5)), .limitedParallelism)
struct BrowserDoorTests {
    /// Notes how it is started; what it would send the tests send.
    private final class NotedBrowser: LinkBrowser {
        let starts = Notes<[String]>()
        let ends = Notes<String>()
        let isInstalled: Bool

        init(isInstalled: Bool = true) { self.isInstalled = isInstalled }

        func open(_ arguments: [String]) -> Bool {
            starts.add(arguments)
            return isInstalled
        }

        func close() async { ends.add("closed") }
        func kill() { ends.add("killed") }

        func argument(_ name: String) -> String? {
            starts.all.last?.first { $0.hasPrefix("--\(name)=") }.map { String($0.dropFirst(name.count + 3)) }
        }
    }

    private let place = TemporaryFolder()
    private let news = Notes<WatchNews>()

    /// What has been told, each as its method and URL, with the source of a link and the form of the body.
    private var told: [String] {
        news.all.compactMap { item in
            guard case .message(.began(_, let request)) = item else { return nil }
            let source = request.link.map { " \($0)" } ?? ""
            let body = String(decoding: request.body, as: UTF8.self)
            return "\(request.method) \(request.url.absoluteString)\(source)\(body.isEmpty ? "" : " \(body)")"
        }
    }

    private func watch(
        _ hosts: WatchList, _ browser: NotedBrowser, _ faults: ClientFaultSwitches = ClientFaultSwitches()
    ) throws -> ClientWatch {
        let news = news
        return try ClientWatch(
            of: hosts, base: ["TMPDIR": place.path, "PATH": "/bin"], faults: faults,
            handingLinksOnBy: "/bin/true", to: browser, deliver: { news.add($0) })
    }

    private func open(_ link: String, _ watch: ClientWatch) async throws -> String {
        let run = try #require(watch.commands).split(separator: "/").dropLast().map { "/\($0)" }.joined()
        return try await blocking {
            let request = "POST / HTTP/1.1\r\nHost: watch\r\nContent-Length: \(link.utf8.count)\r\n\r\n\(link)"
            let answer = LocalSocket.exchange(Array(request.utf8), with: LinkCommands.socket(in: run), atMost: 60)
            return String(decoding: answer?.prefix(12) ?? [], as: UTF8.self)
        }
    }

    /// Sends a request as the browser would, through its proxy, and returns the status line.
    private func visit(_ url: String, _ browser: NotedBrowser, form: String? = nil) async throws -> String {
        let proxy = try #require(browser.argument("proxy-server")?.split(separator: ":").last.flatMap { UInt16($0) })
        return try await blocking {
            let connection = try RawConnection(port: proxy)
            let body = form.map {
                "Content-Type: application/x-www-form-urlencoded\r\nContent-Length: \($0.utf8.count)\r\n\r\n\($0)"
            }
            connection.write(
                "\(form == nil ? "GET" : "POST") \(url) HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\(body ?? "\r\n")")
            return String(connection.readHead().prefix(12))
        }
    }

    private func server() throws -> RawServer {
        try RawServer { connection in
            while case let head = connection.readHead(), !head.isEmpty {
                connection.write("HTTP/1.1 200 OK\r\nContent-Length: 2\r\nContent-Type: application/json\r\n\r\n{}")
            }
        }
    }

    @Test func `of a sign-in the client's request and the answer are told, and no page`() async throws {
        let server = try server()
        let browser = NotedBrowser()
        let watch = try watch(WatchList(["localhost"]), browser)
        let issuer = "http://localhost:\(server.port)"
        let callback = "http://127.0.0.1:\(server.port)/callback"
        let link =
            "\(issuer)/authorize?client_id=app&response_type=code&state=a%20b&redirect_uri=\(callback)"
        #expect(try await open(link, watch) == "HTTP/1.1 201")
        #expect(browser.starts.all.map { $0.last } == [link] && told == [])
        for url in ["\(issuer)/favicon.ico", link.replacing("a%20b", with: "a+b"), link] {
            #expect(try await visit(url, browser) == "HTTP/1.1 200")
        }
        _ = try await visit("\(issuer)/login", browser, form: "username=alice&password=wonderland&state=a&code=1")
        _ = try await visit("http://127.0.0.1:\(server.port)/other?code=c&state=a%20b", browser)
        _ = try await visit("\(callback)?code=c&state=a%20b&iss=\(issuer)", browser)
        #expect(
            told == ["GET \(link.replacing("a%20b", with: "a+b"))", "GET \(callback)?code=c&state=a%20b&iss=\(issuer)"])
        let answers = news.all.compactMap { item in
            if case .message(.ended(_, .answered(let answer), _)) = item { answer } else { nil }
        }
        #expect(answers.map(\.status) == [200, 200] && answers.allSatisfy(\.body.isEmpty))
        let callers = news.all.compactMap { item in
            if case .message(.began(_, let request)) = item { request.caller?.process } else { nil }
        }
        // The first is the program's that opened the link: as in the tests of links, the parent of this one.
        #expect(callers == [getppid(), getpid()])
        #expect(!watch.hasSeenConnection)
        let profile = try #require(browser.argument("user-data-dir"))
        var facts = stat()
        #expect(stat(profile, &facts) == 0 && facts.st_mode & 0o777 == 0o700)
        await watch.stop()
        #expect(browser.ends.all == ["closed"] && place.names("").isEmpty)
    }

    @Test func `an answer in a form is told, where the request came by reference to this machine`() async throws {
        let server = try server()
        let browser = NotedBrowser()
        let watch = try watch(WatchList(["localhost"]), browser)
        let link = "http://localhost:\(server.port)/authorize?client_id=app&request_uri=urn:1"
        _ = try await open(link, watch)
        let callback = "http://127.0.0.1:\(server.port)/callback"
        _ = try await visit(callback, browser, form: "code=early&state=s")
        _ = try await visit(link, browser)
        // The provider's own pages take codes, too.
        _ = try await visit("http://localhost:\(server.port)/login", browser, form: "password=b&code=123456&state=s")
        _ = try await visit(callback, browser, form: "code=c&state=s&password=b")
        #expect(told == ["GET \(link)", "POST \(callback) code=c&state=s"])
        await watch.stop()
    }

    @Test func `the page that leads back is told without what was typed, and a fault strikes its answer`() async throws
    {
        let server = try RawServer { connection in
            while case let head = connection.readHead(), !head.isEmpty {
                let callback = "/callback?code=c&state=s&iss=http%3A%2F%2Flocalhost"
                connection.write(
                    head.hasPrefix("POST ")
                        ? "HTTP/1.1 302 Found\r\nContent-Length: 0\r\nLocation: \(callback)\r\n\r\n"
                        : "HTTP/1.1 200 OK\r\nContent-Length: 0\r\n\r\n")
            }
        }
        let browser = NotedBrowser()
        let faults = ClientFaultSwitches(apis: []) { _ in }
        let watch = try watch(WatchList(["localhost"]), browser, faults)
        let fault = try #require(ClientFault.named("other-issuer"))
        faults.arm(PlannedFault(fault, at: 1))
        let issuer = "http://localhost:\(server.port)"
        let link = "\(issuer)/authorize?client_id=app&response_type=code&state=s&redirect_uri=\(issuer)/callback"
        _ = try await open(link, watch)
        _ = try await visit(link, browser)
        #expect(try await visit("\(issuer)/login?otp=1", browser, form: "username=a&password=b") == "HTTP/1.1 302")
        #expect(told == ["GET \(link)", "POST \(issuer)/login"])
        let redirects = news.all.compactMap { item in
            guard case .message(.ended(_, .answered(let answer), _)) = item else { return nil as String? }
            return answer.headers["Location"]
        }
        #expect(redirects == ["/callback?code=c&state=s&iss=https%3A%2F%2Fother-issuer.invalid"])
        await watch.stop()
    }

    @Test func `what is no sign-in, or goes elsewhere, is handed on`() async throws {
        let browser = NotedBrowser()
        let watch = try watch(WatchList(["id.test"]), browser)
        for link in [
            "https://id.test/help", "https://other.test/authorize?client_id=a&response_type=code", "https://id.test",
        ] {
            #expect(try await open(link, watch) == "HTTP/1.1 200", "\(link)")
        }
        #expect(try await open("file:///etc/passwd", watch) == "HTTP/1.1 400")
        #expect(browser.starts.all.isEmpty)
        watch.end()
        #expect(browser.ends.all == ["killed"])
    }

    @Test func `where it can't be started, the link is told and handed on`() async throws {
        let browser = NotedBrowser(isInstalled: false)
        let watch = try watch(.all(), browser)
        let link = "https://id.test/authorize?client_id=app&response_type=code"
        #expect(try await open(link, watch) == "HTTP/1.1 200")
        #expect(told == ["GET \(link) opened"] && browser.starts.all.count == 1)
        let notices = news.all.compactMap { if case .notice(let notice, _) = $0 { notice.cause } else { nil } }
        #expect(notices.contains(.browserEnded))
        await watch.stop()
    }
}
