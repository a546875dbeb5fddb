import JOSE
import SessionCore
import Testing

@testable import Recordings

/// The shapes that helps print are those of the values that are written.
@Suite(.timeLimit(.minutes(5))) struct ShapeTests {
    /// The members that the records of values have, and those that their shape names.
    private func members<Value: RecordedAsObject>(_ values: [Value]) -> (written: Set<String>, shown: Set<String>) {
        (Set(values.flatMap(\.record.names)), Set(Value.shape.members.map(\.name)))
    }

    @Test func `a shape that is written by hand has the members of all cases, and no other`() {
        for (written, shown) in [
            members(Catalogue.states), members(Catalogue.starts), members(Catalogue.ends),
            members(Catalogue.refusals), members(Catalogue.foreign), members(Catalogue.trusts),
            members(Catalogue.expiries), members([RefreshDeferral.arrivedExpired, .shortLived(Catalogue.short)]),
        ] {
            // Only a sign-in's error lists scopes.
            #expect(written == shown.subtracting(["listed_scope"]))
        }
    }

    @Test func `a shape is written as a reader of JSON expects it, and an object once`() {
        #expect("\(RecordOwner.shape)" == #"{"issuer", "client_id"}"#)
        #expect("\([RecordOwner].shape)" == #"[{"issuer", "client_id"}]"#)
        #expect("\([String].shape)".isEmpty)
        let text = "\(SessionTokens.shape)"
        #expect(text.hasPrefix(#"{"access_token": {"fingerprint", "obtained_at", "expires_at", "expiry_source"}, "#))
        #expect(text.contains(#""refresh_token": {…}, "id_token": {"fingerprint", "expires_at", "trust": {"state": "#))
        #expect(text.contains(#""verified|failed|not_checked", "algorithm", "key_id", "reason"}}"#))
    }
}
