import FoundationEssentials
import Testing

@testable import SessionCore

@Suite(.timeLimit(.minutes(5)))
struct BearerTests {
    @Test(arguments: [(TokenScheme.bearer, "Bearer A1"), (.dpop, "DPoP A1")])
    func `invariant 39: the field has the scheme, one space and the token`(scheme: TokenScheme, field: String) {
        let bearer = Bearer(
            generation: 4, credentials: .sample(), margin: .seconds(30), refresh: 6, scheme: scheme)
        #expect(bearer.field == Secret(field))
        #expect(bearer.maskedField == "\(scheme.rawValue) •••• \(Secret("A1").fingerprint)")
        #expect(bearer.generation == 4)
        #expect(bearer.token == Secret("A1"))
        #expect(bearer.fingerprint == Secret("A1").fingerprint)
        #expect(bearer.refresh == 6)
        #expect(bearer.end == signedInAt + .seconds(60))
        #expect(bearer.arrivedAt == signedInAt)
    }
}
