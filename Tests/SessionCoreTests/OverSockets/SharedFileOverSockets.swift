import DemoProvider
import SessionCore
import TestSupport
import Testing

@Suite(.timeLimit(.minutes(5)), .limitedParallelism)
struct SharedFileOverSockets {
    @Test func `invariant 27 over sockets: sessions that open one file each survive rotation with reuse detection`()
        async throws
    {
        let folder = TemporaryFolder()
        let path = folder.path + "/demo.session.json"
        try await withLiveSession(store: .given(FileStore(path: path))) { live in
            let others = (0..<3).map { _ in live.another(on: FileStore(path: path)) }
            for other in others { try await other.configure() }
            let sessions = [live.session] + others
            let request = try live.request()
            for round in 1...5 {
                _ = try await live.demo.revokeAccessTokens(of: "alice")
                let calls = sessions.flatMap { session in
                    inParallel(3) { try await session.send(request).response.status }
                }
                for call in calls { #expect(try await call.value == 200) }
                #expect(await live.refreshes == round)
            }
            for session in sessions { #expect(await session.state.isAuthenticated) }
        }
    }
}
