import ConsoleApp
import CurlTransport
import DemoProvider
import FoundationEssentials
import HostSystem
import SessionCore
import TerminalCurses
import TestSupport
import Testing

@testable import session_console

/// The proxy that `:proxy` opens, without a screen.
@Suite(.timeLimit(.minutes(5)), .limitedParallelism)
struct ProxyRunnerTests {
    /// A console's session at a demo provider, with its proxy.
    private struct Desk {
        let host: ConsoleHost
        let runner: ProxyRunner
        let messages: AsyncStream<ProxyMessage>

        init(on demo: DemoProvider, keptIn file: KeptProxy.File? = nil) async throws {
            var host = try await ConsoleHost.demo(on: demo, .demo, MemoryStore())
            try await host.session.signIn(PasswordFlow(username: "alice", password: Secret("wonderland")))
            host.proxyFile = file
            self.host = host
            let (messages, continuation) = AsyncStream<ProxyMessage>.makeStream()
            self.messages = messages
            runner = await ProxyRunner(WorkCount()) { continuation.yield($0) }
        }

        func open(_ port: UInt16? = nil) async -> ProxyMessage? {
            await runner.perform(.open(port: port), host)
            return await messages.first { _ in true }
        }

        func address() async throws -> String {
            guard case .opened(let routes, _)? = await open() else { return "" }
            return try #require(routes.first?.address)
        }

        func status(of address: String) async throws -> Int {
            let url = try #require(URL(string: "\(address)/orders"))
            return try await CurlTransport.patient().send(HTTPRequest(url: url)).status
        }
    }

    private func withDemo(_ test: (DemoProvider) async throws -> Void) async throws {
        let demo = try await DemoProvider.start(DemoProvider.Configuration())
        do {
            try await test(demo)
        } catch {
            await demo.stop()
            throw error
        }
        await demo.stop()
    }

    @Test func `a program's call gets the token, is counted with its program, and nothing is served after the end`()
        async throws
    {
        try await withDemo { demo in
            let desk = try await Desk(on: demo)
            let address = try await desk.address()
            #expect(try await desk.status(of: address) == 200)
            try await until { desk.host.session.recentEvents.contains { $0.name == "requestFinished" } }
            let callers = desk.host.session.recentEvents.compactMap { event in
                if case .requestStarted(let facts) = event.kind { facts.label?.caller } else { nil }
            }
            #expect(callers.map(\.process) == [ProcessInfo.processInfo.processIdentifier])
            await desk.runner.stop()
            await #expect(throws: (any Error).self) { try await desk.status(of: address) }
        }
    }

    @Test func `a port that is taken is said, and another can be opened after that`() async throws {
        try await withDemo { demo in
            let (first, second) = (try await Desk(on: demo), try await Desk(on: demo))
            let address = try await first.address()
            let port = try #require(URL(string: address)?.port.flatMap { UInt16(exactly: $0) })
            guard case .failed(let failure)? = await second.open(port) else {
                Issue.record("the port was opened twice")
                return
            }
            #expect(failure.reason.contains("another program listens on port \(port)"))
            #expect(failure.advice?.contains(":proxy") == true)
            // Each session has its own.
            let other = try await second.address()
            #expect(other != address && !other.isEmpty)
            #expect(try await first.status(of: address) == 200)
            #expect(try await second.status(of: other) == 200)
            await first.runner.stop()
            #expect(try await second.status(of: other) == 200)
            await second.runner.stop()
        }
    }

    @Test func `a profile's address is kept, and a console beside another one gets its own`() async throws {
        try await withDemo { demo in
            let folder = TemporaryFolder()
            let file = KeptProxy.File(path: folder.path + "/work.proxy.json")
            let (first, second) = (try await Desk(on: demo, keptIn: file), try await Desk(on: demo, keptIn: file))
            let address = try await first.address()
            guard case .opened(let routes, besideAnother: true)? = await second.open() else {
                Issue.record("it does not say that another program has the profile's address")
                return
            }
            let other = try #require(routes.first?.address)
            let (parts, others) = (address.split(separator: "/"), other.split(separator: "/"))
            #expect(parts[1] != others[1] && parts[2] != others[2])
            #expect(try await second.status(of: other) == 200)
            await first.runner.stop()
            await second.runner.stop()
            let third = try await Desk(on: demo, keptIn: file)
            #expect(try await third.address() == address)
            await third.runner.stop()
            // A port that is asked for is this console's alone.
            let fourth = try await Desk(on: demo, keptIn: file)
            _ = await fourth.open(0)
            await fourth.runner.stop()
            #expect(try file.read().port.map { parts[1].hasSuffix(":\($0)") } == true)
        }
    }

    @Test func `a program that is cut off is refused at the new address, in a demo as by a profile's file`()
        async throws
    {
        try await withDemo { demo in
            let folder = TemporaryFolder()
            for file in [nil, KeptProxy.File(path: folder.path + "/work.proxy.json")] {
                let desk = try await Desk(on: demo, keptIn: file)
                let address = try await desk.address()
                let number = ProcessInfo.processInfo.processIdentifier
                let own = Caller(name: try #require(ProcessTable.name(of: number)), process: number)
                await desk.runner.perform(.cutOff(own), desk.host)
                // What the file says may be seen first.
                let routes = await desk.messages.compactMap { message -> [ProxyRoute]? in
                    if case .renewed(let routes, without: own) = message { routes } else { nil }
                }
                .first { _ in true }
                let next = try #require(routes?.first?.address)
                #expect(next != address)
                #expect(try await desk.status(of: next) == 403)
                #expect(try await desk.status(of: address) == 403)
                await desk.runner.stop()
            }
        }
    }

    @Test func `after a sign-out programs are answered 401, and 200 after the next sign-in`() async throws {
        try await withDemo { demo in
            let desk = try await Desk(on: demo)
            let address = try await desk.address()
            try await desk.host.session.signOut()
            #expect(try await desk.status(of: address) == 401)
            try await desk.host.session.signIn(PasswordFlow(username: "alice", password: Secret("wonderland")))
            #expect(try await desk.status(of: address) == 200)
            await desk.runner.stop()
        }
    }
}
