import ConsoleApp
import DemoProvider
import Testing

@testable import session_console

@Suite(.timeLimit(.minutes(5))) struct DemoContextTests {
    @Test func `the demo's console knows the paths of the demo's own API`() {
        let paths = ConsoleContext.demo.apiPaths
        #expect(paths.map(\.path) == DemoProvider.apiPaths.map(\.path))
        #expect(paths.contains { $0.path == "/admin" && $0.summary.contains("scope admin") })
        #expect(paths.allSatisfy { !$0.summary.isEmpty && $0.summary.count <= 45 })
    }
}
