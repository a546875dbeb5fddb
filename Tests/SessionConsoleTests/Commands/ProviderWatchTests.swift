import ClientObservation
import ConsoleApp
import CurlTransport
import DemoProvider
import FoundationEssentials
import JOSE
import SessionCore
import Synchronization
import TestSupport
import Testing

@testable import session_console

@Suite(.timeLimit(.minutes(5)), .limitedParallelism)
struct ProviderWatchTests {
    @Test func `what a client does wrong at the provider is printed once, and listed with its count`() async throws {
        let lines = Mutex<[String]>([])
        let watch = ProviderWatch { line in lines.withLock { $0.append(line) } }
        var configuration = DemoProvider.Configuration()
        configuration.witness = watch
        let provider = try await DemoProvider.start(configuration)
        for _ in 0..<2 {
            var request = HTTPRequest(method: "POST", url: try #require(URL(string: provider.issuer + "/token")))
            request.headers["Content-Type"] = "application/x-www-form-urlencoded"
            request.body = .text("grant_type=password&username=alice&password=wonderland&client_id=session-console")
            #expect(try await CurlTransport().send(request).status == 200)
        }
        await provider.stop()
        watch.close()
        #expect(watch.findings.map(\.rule) == ["password-grant"])
        #expect(watch.findings.first?.count == 2 && watch.findings.first?.client == "session-console")
        let printed = lines.withLock { $0 }
        #expect(printed.first == "error: password-grant" && printed.last?.contains("1 error,") == true)
        #expect(printed.count { $0.hasPrefix("error: ") } == 1)
        #expect(!printed.contains { $0.contains("wonderland") })
    }

    @Test func `what is the provider's own is counted, and neither printed nor listed`() async throws {
        let lines = Mutex<[String]>([])
        let watch = ProviderWatch { line in lines.withLock { $0.append(line) } }
        var configuration = DemoProvider.Configuration()
        configuration.witness = watch
        let provider = try await DemoProvider.start(configuration)
        await provider.spoilGrants(by: [.unreplacedToken])
        func send(_ form: String) async throws -> JSONValue {
            var request = HTTPRequest(method: "POST", url: try #require(URL(string: provider.issuer + "/token")))
            request.headers["Content-Type"] = "application/x-www-form-urlencoded"
            request.body = .text(form + "&client_id=session-console")
            return try JSONValue(parsing: try await CurlTransport().send(request).body)
        }
        let tokens = try await send("grant_type=password&username=alice&password=wonderland")
        let token = try #require(tokens["refresh_token"]?.string)
        let refreshed = try await send("grant_type=refresh_token&refresh_token=\(token)")
        #expect(refreshed["access_token"]?.string != nil)
        await provider.stop()
        watch.close()
        #expect(!watch.findings.contains { $0.weight == .note })
        let printed = lines.withLock { $0 }
        #expect(printed.last?.contains(", 0 notes") == false && !printed.contains { $0.contains("not-rotated") })
    }
}
