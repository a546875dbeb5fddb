import FoundationEssentials
import HTTPServer
import SessionCore
import Synchronization
import TestSupport
import Testing

@testable import CurlTransport

/// Requests that wait for a place at their host.
@Suite(.timeLimit(.minutes(5)), .limitedParallelism)
struct WaitingTests {
    /// A server that holds `/held` until its gate opens, and answers the rest at once.
    private final class Holder: Sendable {
        let (gate, arrived) = (Gate(), Gate())
        let arrivals = Collector<String>()

        func start() throws -> HTTPServer {
            try HTTPServer.start { [self] request in
                arrivals.add(request.path)
                if request.path == "/held" {
                    arrived.open()
                    try? await gate.passed()
                }
                return ServerResponse(status: 204)
            }
        }
    }

    private let transport = CurlTransport.patient { $0.maximumConnectionsPerHost = 1 }

    @Test func `waiting for a place is not the server's silence`() async throws {
        let (holder, mute) = (Holder(), Holder())
        let (server, silent) = (try holder.start(), try mute.start())
        let held = Task { try await transport.send(HTTPRequest(url: try server.url("/held"))).status }
        try await holder.arrived.passed()
        // It waits for longer than its time-outs: for one of another server.
        let waiting = HTTPRequest(url: try server.url("/waiting"), timeout: .seconds(2), maximumTime: .seconds(2))
        let second = Task { try await transport.send(waiting).status }
        let elsewhere = HTTPRequest(url: try silent.url("/held"), timeout: .seconds(3))
        #expect(try await failure(of: transport, elsewhere) == .timedOut(.waiting))
        mute.gate.open()
        #expect(holder.arrivals.all == ["/held"])
        holder.gate.open()
        #expect(try await held.value == 204)
        #expect(try await second.value == 204)
    }

    @Test func `those that wait are sent in the order in which they came`() async throws {
        let holder = Holder()
        let server = try holder.start()
        let paths = ["/held"] + (1...40).map { "/\($0)" }
        try await withTaskExecutorPreference(RequestExecutor()) {
            try await withThrowingTaskGroup { group in
                for path in paths {
                    group.addTask { _ = try await transport.send(HTTPRequest(url: try server.url(path))) }
                }
                try await holder.arrived.passed()
                holder.gate.open()
                try await group.waitForAll()
            }
        }
        #expect(holder.arrivals.all == paths)
    }

    @Test func `the protocol's messages and other hosts do not wait for them`() async throws {
        let (holder, other) = (Holder(), Holder())
        let (server, elsewhere) = (try holder.start(), try other.start())
        let held = Task { try await transport.send(HTTPRequest(url: try server.url("/held"))).status }
        try await holder.arrived.passed()
        let waiting = Task { try await transport.send(HTTPRequest(url: try server.url("/waiting"))).status }
        var refresh = HTTPRequest(method: "POST", url: try server.url("/token"), body: .text("grant_type=x"))
        refresh.isOfProtocol = true
        #expect(try await transport.send(refresh).status == 204)
        #expect(try await transport.send(HTTPRequest(url: try elsewhere.url("/other"))).status == 204)
        #expect(holder.arrivals.all == ["/held", "/token"])
        holder.gate.open()
        #expect(try await [held.value, waiting.value] == [204, 204])
    }

    @Test func `a waiting request that is cancelled returns at once and is never sent`() async throws {
        let holder = Holder()
        let server = try holder.start()
        let held = Task { try await transport.send(HTTPRequest(url: try server.url("/held"))).status }
        try await holder.arrived.passed()
        let waiting = (0..<50).map { number in
            Task { try await transport.send(HTTPRequest(url: try server.url("/\(number)"))).status }
        }
        for task in waiting.dropFirst() { task.cancel() }
        for task in waiting.dropFirst() { await #expect(throws: TransportError.cancelled) { try await task.value } }
        holder.gate.open()
        #expect(try await [held.value, waiting[0].value] == [204, 204])
        #expect(holder.arrivals.all == ["/held", "/0"])
    }

    @Test func `an event stream that is open keeps no place`() async throws {
        let (gate, begun) = (Gate(), Gate())
        let server = try HTTPServer.start { request in
            guard request.path == "/events" else { return ServerResponse(status: 204) }
            return ServerResponse(
                headers: ["Content-Type": "text/event-stream"],
                body: .chunks { number in
                    if number == 0 { return Array("data: 1\n\n".utf8) }
                    try? await gate.passed()
                    return nil
                })
        }
        var request = HTTPRequest(url: try server.url("/events"))
        request.bodyReceiver = HTTPBodyReceiver(begin: { _ in begun.open() }, receive: { _ in true })
        let stream = Task { [request] in try await transport.send(request).status }
        try await begun.passed()
        #expect(try await transport.send(HTTPRequest(url: try server.url("/call"))).status == 204)
        gate.open()
        #expect(try await stream.value == 200)
        #expect(try await transport.send(HTTPRequest(url: try server.url("/call"))).status == 204)
    }

    @Test(arguments: [2, 4]) func `a host has 64 requests at once, however many wait`(processors: Int) async throws {
        let (gate, full) = (Gate(), Gate())
        let counts = Mutex((now: 0, most: 0))
        let server = try HTTPServer.start { _ in
            counts.withLock {
                $0.now += 1
                $0.most = max($0.most, $0.now)
                if $0.now == 64 { full.open() }
            }
            try? await gate.passed()
            counts.withLock { $0.now -= 1 }
            return ServerResponse(status: 204)
        }
        let transport = CurlTransport(.patient, processors: processors)
        let answers = try await withThrowingTaskGroup(of: Int.self) { group in
            for _ in 0..<400 {
                group.addTask { try await transport.send(HTTPRequest(url: try server.url("/"))).status }
            }
            try await full.passed()
            gate.open()
            return try await group.reduce(into: []) { $0.append($1) }
        }
        #expect(answers == Array(repeating: 204, count: 400))
        #expect(counts.withLock { $0.most } == 64)
    }
}

/// The queue of those that wait, without a thread.
@Suite(.timeLimit(.minutes(5)), .limitedParallelism)
struct WaitingHopsTests {
    private func hops(_ count: Int) throws -> [Hop] {
        let request = HTTPRequest(url: try #require(URL(string: "http://127.0.0.1/")))
        let form = try RequestForm(of: request, url: request.url.absoluteString, configuration: .patient)
        return (0..<count).map { _ in Hop(request, form: form, patience: .seconds(1)) }
    }

    private final class Queue: Sendable {
        let waiting = Mutex(WaitingHops())

        func wait(_ hop: Hop, _ queued: CheckedContinuation<Void, Never>) async {
            let _: Hop.Answer = await withUnsafeContinuation { continuation in
                waiting.withLock { $0.append(hop, continuation) }
                queued.resume()
            }
        }

        func remove(_ hop: Hop) -> Bool {
            guard let continuation = waiting.withLock({ $0.remove(hop) }) else { return false }
            continuation.resume(returning: .failure(.cancelled))
            return true
        }

        func popFirst() -> Hop? {
            guard let (hop, continuation) = waiting.withLock({ $0.popFirst() }) else { return nil }
            continuation.resume(returning: .failure(.cancelled))
            return hop
        }
    }

    @Test func `those that are left come in their order, and the others take no room`() async throws {
        let (hops, queue) = (try hops(10_000), Queue())
        for hop in hops {
            await withCheckedContinuation { queued in
                Task { await queue.wait(hop, queued) }
            }
        }
        let stay = hops.indices.filter { $0.isMultiple(of: 100) }
        for (index, hop) in hops.enumerated() where !index.isMultiple(of: 100) {
            #expect(queue.remove(hop))
            #expect(!queue.remove(hop))
        }
        #expect(queue.waiting.withLock { $0.slotCount } <= 2 * stay.count + 64)
        for index in stay { #expect(queue.popFirst() === hops[index]) }
        #expect(queue.popFirst() == nil)
        #expect(queue.waiting.withLock { $0.isEmpty })
    }
}
