import DemoProvider
import JOSE
import SessionCore
import Testing
import TestSupport

@Suite(.timeLimit(.minutes(5)), .limitedParallelism)
struct StatisticsTests {
    @Test func `anyone can check from outside what was asked`() async throws {
        try await withProvider { visitor in
            let tokens = try await visitor.signIn()
            let renewed = try Visitor.Tokens(try await visitor.refresh(tokens.refresh))
            _ = try await visitor.refresh("unknown")
            for _ in 0..<20 { _ = try await visitor.get(visitor.provider.api + "/me", bearer: renewed.access) }
            _ = try await visitor.get(visitor.provider.api + "/me")
            _ = try await visitor.get(visitor.provider.api + "/made-up")
            let answer = try await visitor.get(visitor.provider.control + "/statistics")
            let json = try answer.json
            #expect(json["token"]?["refresh_token"] == ["invalid_grant": 1, "ok": 1])
            #expect(json["token"]?["password"]?["ok"]?.int == 1)
            #expect(json["token"]?["device_code"]?["ok"]?.int == 0)
            #expect(json["endpoints"]?["token"]?.int == 3)
            #expect(json["api"]?["/me"] == ["200": 20, "401": 1])
            #expect(json["api"]?["other"] == ["404": 1])
            let statistics = await visitor.provider.statistics
            #expect(statistics.refreshes == 2)
            #expect(statistics.api["/me"] == ["200": 20, "401": 1])
        }
    }

    @Test func `an unknown path and a wrong method are counted, too`() async throws {
        try await withProvider { visitor in
            let issuer = visitor.provider.issuer
            for path in ["/nowhere", "/made-up"] { _ = try await visitor.get(issuer + path) }
            _ = try await visitor.send("DELETE", visitor.url(.token))
            let json = try await visitor.get(visitor.provider.control + "/statistics").json
            #expect(json["endpoints"] == ["other": 2, "token": 1])
            #expect(json["wrong_methods"] == ["token": 1])
        }
    }

    @Test func `a request that a fault swallowed is counted as that`() async throws {
        try await withProvider { visitor in
            await visitor.provider.inject(.status(500), at: .endpoint(.token))
            _ = try await visitor.refresh("any")
            await visitor.provider.inject(.drop, at: .api)
            _ = try? await visitor.onNewConnection.get(visitor.provider.api + "/me")
            let statistics = await visitor.provider.statistics
            #expect(statistics.token["refresh_token"]?["fault"] == 1)
            #expect(statistics.api["/me"] == ["drop": 1])
        }
    }

    @Test func `a grant that nobody knows is counted under one name`() async throws {
        try await withProvider { visitor in
            for name in ["magic", "more magic"] { _ = try await visitor.token(["grant_type": name]) }
            #expect(await visitor.provider.statistics.token["unknown"] == ["unsupported_grant_type": 2])
        }
    }
}
