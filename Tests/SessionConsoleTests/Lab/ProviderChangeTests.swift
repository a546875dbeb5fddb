import ConsoleApp
import DemoProvider
import SessionCore
import Testing
import TestSupport

@testable import session_console

/// What is changed in the provider's pane, as the events tell it.
@Suite(.timeLimit(.minutes(5)), .limitedParallelism)
struct ProviderChangeTests {
    @Test func `lifetimes and the clock that are changed are told, and what stays as it is is not`() async throws {
        let demo = try await DemoProvider.start()
        let host = try await ConsoleHost.demo(on: demo, .demo, MemoryStore())
        let access = await demo.snapshot().accessTokenLifetime
        let effects: [ProviderEffect] = [
            .look, .setLifetimes(access: access, refresh: nil), .setLifetimes(access: .seconds(30), refresh: nil),
            .setLifetimes(access: .seconds(90), refresh: .seconds(300)), .setClock(offset: .zero),
            .setClock(offset: .seconds(60)), .setClock(offset: .seconds(120)), .setClock(offset: .seconds(-60)),
            .setClock(offset: .zero),
        ]
        for effect in effects { _ = await ProviderCommands.perform(effect, demo, for: host.session) }
        let injected = host.session.recentEvents.compactMap { event in
            if case .injected(let fault) = event.kind { fault } else { nil }
        }
        #expect(
            injected.map(\.text) == [
                "the provider's access tokens live 30 s from now on",
                "the provider's access tokens live 1 min 30 s from now on",
                "the provider's refresh tokens live 5 min from now on",
                "the provider's clock was moved to 1 min ahead", "the provider's clock was moved to 2 min ahead",
                "the provider's clock was moved to 1 min behind", "the provider's clock was corrected",
            ])
        #expect(injected.map(\.step) == Array(repeating: .struck, count: 6) + [.disarmed])
        await demo.stop()
    }
}
