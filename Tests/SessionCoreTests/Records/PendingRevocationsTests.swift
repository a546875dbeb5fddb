import FoundationEssentials
import Testing

@testable import SessionCore

@Suite(.timeLimit(.minutes(5)))
struct PendingRevocationsTests {
    private static let owner = RecordOwner(issuer: "https://id.example", clientID: "console")
    private static let token = Secret("R1")
    private static let one = PendingRevocation.pair(
        refresh: nil, access: token, owner: owner, since: Date(timeIntervalSince1970: 0))

    @Test func `a token that is revoked while it is being stored is struck off by the next write`() {
        var pending = PendingRevocations()
        pending.add(Self.one)
        let written = pending.merged(with: [])
        pending.settle(Self.token)
        pending.adoptStored(written)
        #expect(pending.all.isEmpty)
        #expect(pending.needsWriting)
        pending.adoptStored(pending.merged(with: written))
        #expect(!pending.needsWriting)
    }

    @Test func `a token that was revoked before it was stored leaves nothing to write`() {
        var pending = PendingRevocations()
        pending.add(Self.one)
        pending.settle(Self.token)
        #expect(pending.merged(with: []).isEmpty)
        pending.adoptStored([])
        #expect(!pending.needsWriting)
    }
}
