import ClientObservation
import ClientWatch
import FoundationEssentials
import Glibc
import HostSystem
import Interception
import SessionCore
import SessionHTTP
import TestSupport
import Testing

/// Links that a program opens, as its commands tell a watch of them.
@Suite(.timeLimit(.minutes(5)), .limitedParallelism)
struct LinkReceiverTests {
    private let place = TemporaryFolder()
    private let news = Notes<WatchNews>()

    private func watch(_ hosts: WatchList, in folder: String? = nil) throws -> ClientWatch {
        let news = news
        return try ClientWatch(
            of: hosts, base: ["TMPDIR": folder ?? place.path, "PATH": "/bin"], handingLinksOnBy: "/bin/true",
            deliver: { news.add($0) })
    }

    private func tell(_ link: String, _ watch: ClientWatch) async throws -> String {
        let run = try #require(watch.commands).split(separator: "/").dropLast().map { "/\($0)" }.joined()
        return try await blocking {
            let request = "POST / HTTP/1.1\r\nHost: watch\r\nContent-Length: \(link.utf8.count)\r\n\r\n\(link)"
            let answer = LocalSocket.exchange(Array(request.utf8), with: LinkCommands.socket(in: run), atMost: 60)
            return String(decoding: answer ?? [], as: UTF8.self)
        }
    }

    private var steps: [ObservedStep] {
        news.all.compactMap { if case .message(let step) = $0 { step } else { nil } }
    }

    @Test func `a link to a watched host is told before the command goes on, and is no connection`() async throws {
        let watch = try watch(WatchList(["id.test"]))
        let link = "https://id.test/authorize?client_id=app&response_type=code&state=a%20b"
        #expect(try await tell(link, watch).hasPrefix("HTTP/1.1 200 "))
        guard case .began(let id, let request) = try #require(steps.first), case .ended(id, .failed, _) = steps[1]
        else {
            Issue.record("\(steps)")
            return
        }
        #expect(request.url.absoluteString == link && request.link == .opened && request.method == "GET")
        // This process is the parent of no command: its own parent is taken for the program.
        #expect(request.caller?.process == getppid())
        #expect(!watch.hasSeenConnection)
        let others = [
            "https://other.test/authorize?client_id=a&response_type=code", "file:///etc/passwd", "", "id.test",
        ]
        for other in others {
            _ = try await tell(other, watch)
        }
        #expect(steps.count == 2)
        await watch.stop()
        #expect(place.names("").isEmpty)
    }

    private var links: [LinkSource] {
        steps.compactMap { if case .began(_, let request) = $0 { request.link } else { nil } }
    }

    @Test func `a link that is printed is told, unless it is opened`() async throws {
        let watch = try watch(WatchList(["id.test"]))
        let caller = Caller(name: "app", process: 7)
        func link(_ state: String) throws -> URL {
            try #require(URL(string: "https://id.test/authorize?client_id=app&response_type=code&state=\(state)"))
        }
        watch.tell(ofPrinted: try link("a"), by: caller)
        _ = try await tell(link("a").absoluteString, watch)
        #expect(links == [.opened])
        // Again, and of no sign-in.
        watch.tell(ofPrinted: try link("a"), by: caller)
        watch.tell(ofPrinted: try #require(URL(string: "https://id.test/help")), by: caller)
        watch.tell(ofPrinted: try link("b"), by: caller)
        try await until { links.count == 2 }
        #expect(links == [.opened, .printed])
        await watch.stop()
    }

    @Test func `where every host is watched, one that is excepted stays unseen`() async throws {
        let watch = try watch(.all(but: ["passed.test"]))
        for host in ["passed.test", "any.test"] {
            _ = try await tell("https://\(host)/authorize?client_id=app&response_type=code", watch)
        }
        #expect(steps.count == 2)
        await watch.stop()
    }

    @Test func `where the path is too long for a socket, programs keep their own commands`() async throws {
        let name = String(repeating: "a", count: 100)
        place.makeFolder(name)
        let watch = try watch(WatchList(["id.test"]), in: "\(place.path)/\(name)")
        #expect(watch.commands == nil && watch.variables["PATH"] == "/bin" && watch.variables["BROWSER"] == nil)
        await watch.stop()
    }
}
