import ClientObservation
import ConsoleApp
import CurlTransport
import DemoProvider
import FoundationEssentials
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
}
