import DemoProvider
import JOSE
import SessionCore
import Testing
import TestSupport

@Suite(.timeLimit(.minutes(5)), .limitedParallelism)
struct FaultTests {
    @Test func `a status comes as often as asked, with its Retry-After, and then no more`() async throws {
        try await withProvider { visitor async throws in
            let tokens = try await visitor.signIn()
            let fault = "{\"endpoint\":\"token\",\"kind\":\"status\",\"status\":429,\"retry_after\":7,\"times\":2}"
            #expect(try await visitor.switchOn("fault", fault).status == 200)
            for _ in 0..<2 {
                let answer = try await visitor.refresh(tokens.refresh)
                #expect(answer.status == 429)
                #expect(answer.headers["Retry-After"] == "7")
                #expect(answer.error == nil)
            }
            #expect(try await visitor.refresh(tokens.refresh).status == 200)
        }
    }

    @Test func `a status may have an empty body, as some resource servers send`() async throws {
        try await withProvider { visitor async throws in
            let tokens = try await visitor.signIn()
            await visitor.provider.inject(.status(401, body: ""), at: .endpoint(.userInfo))
            let answer = try await visitor.get(visitor.url(.userInfo), bearer: tokens.access)
            #expect(answer.status == 401)
            #expect(answer.body.isEmpty)
            #expect(answer.challenge == nil)
        }
    }

    @Test func `a dropped request gets no answer`() async throws {
        try await withProvider { visitor async throws in
            for target in ["discovery", "jwks", "token", "userinfo", "api", "/orders"] {
                let fault = "{\"endpoint\":\"\(target)\",\"kind\":\"drop\"}"
                #expect(try await visitor.switchOn("fault", fault).status == 200)
            }
            let urls = [
                visitor.url(.discovery), visitor.url(.jwks), visitor.url(.userInfo), visitor.provider.api + "/status",
                visitor.provider.api + "/orders",
            ]
            for url in urls {
                await #expect(throws: TransportError.self) { try await visitor.onNewConnection.get(url) }
            }
            await #expect(throws: TransportError.self) { try await visitor.onNewConnection.refresh("any") }
            #expect(try await visitor.get(visitor.provider.api + "/orders").status == 401)
        }
    }

    @Test func `a hung request never gets an answer`() async throws {
        try await withProvider { visitor async throws in
            await visitor.provider.inject(.hang, at: .path("/me"))
            let impatient = Visitor(visitor.provider, timeout: .seconds(1))
            await #expect(throws: TransportError.timedOut(.waiting)) {
                try await impatient.get(visitor.provider.api + "/me")
            }
            #expect(try await visitor.get(visitor.provider.api + "/me").status == 401)
        }
    }

    @Test func `a malformed answer is a 200 that is no JSON`() async throws {
        try await withProvider { visitor async throws in
            await visitor.provider.inject(.malformed, at: .endpoint(.token))
            let answer = try await visitor.refresh("any")
            #expect(answer.status == 200)
            #expect(answer.headers["Content-Type"] == "application/json")
            #expect(throws: (any Error).self) { try answer.json }
        }
    }

    @Test func `an endless answer goes on until its reader has enough`() async throws {
        try await withProvider { visitor async throws in
            await visitor.provider.inject(.endless, at: .endpoint(.discovery))
            let error = await #expect(throws: TransportError.self) { try await visitor.get(visitor.url(.discovery)) }
            #expect(error?.after(nil) == .tooLarge(limit: 8 << 20))
            #expect(try await visitor.get(visitor.url(.discovery)).status == 200)
        }
    }

    @Test func `a slow answer comes whole, later`() async throws {
        try await withProvider { visitor async throws in
            await visitor.provider.inject(.slow(.milliseconds(60)), at: .endpoint(.jwks))
            let start = ContinuousClock.now
            #expect(try await visitor.get(visitor.url(.jwks)).json["keys"]?.array?.count == 1)
            #expect(ContinuousClock.now - start >= .milliseconds(60))
        }
    }

    @Test func `a fault after the fact loses only the answer`() async throws {
        try await withProvider { visitor async throws in
            let tokens = try await visitor.signIn()
            await visitor.provider.inject(.drop, at: .endpoint(.token), timing: .after)
            await #expect(throws: TransportError.self) { try await visitor.onNewConnection.refresh(tokens.refresh) }
            // The refresh token is spent: whoever sends it again looks like a thief.
            let again = try await visitor.refresh(tokens.refresh)
            #expect(again.errorDescription?.contains("used twice") == true)
        }
    }

    @Test func `faults at one place strike in order, and can be taken back`() async throws {
        try await withProvider { visitor async throws in
            let status = visitor.provider.api + "/status"
            await visitor.provider.inject(.status(500), at: .path("/status"))
            await visitor.provider.inject(.status(503), at: .api)
            #expect(try await visitor.get(status).status == 500)
            #expect(try await visitor.get(status).status == 503)
            await visitor.provider.inject(.status(500), at: .api, times: 100)
            #expect(try await visitor.get(status).status == 500)
            #expect(try await visitor.switchOn("clear-faults").status == 200)
            #expect(try await visitor.get(status).status == 200)
        }
    }

    @Test func `stopping ends hung requests and slow answers`() async throws {
        let provider = try await DemoProvider.start()
        let visitor = Visitor(provider)
        await provider.inject(.hang, at: .endpoint(.jwks))
        await provider.inject(.slow(.seconds(600)), at: .endpoint(.discovery))
        await withTaskGroup(of: Void.self) { group in
            for endpoint in [DemoProvider.Endpoint.jwks, .discovery] {
                group.addTask {
                    await #expect(throws: TransportError.self) { try await visitor.get(visitor.url(endpoint)) }
                }
            }
            while await provider.statistics.endpoints.count < 2 { await Task.yield() }
            await provider.stop()
        }
    }
}
