import FoundationEssentials
import JOSE
import Testing
import TestSupport

@testable import ConsoleApp

@Suite(.timeLimit(.minutes(5)), .limitedParallelism)
struct ClaimChangeTests {
    private static func change(_ path: [String], _ kind: ClaimChange.Kind, _ part: ClaimChange.Part = .claims)
        -> ClaimChange
    {
        ClaimChange(part: part, path: path, kind: kind)
    }

    static let cases: [(JSONObject, JSONObject, [ClaimChange])] = [
        (["a": 1], ["a": 1], []),
        (["a": 1], ["a": 2], [change(["a"], .changed(from: 1, to: 2))]),
        (["a": 1], ["a": "1"], [change(["a"], .changed(from: 1, to: "1"))]),
        (["old": 1], ["new": 2], [change(["new"], .added(2)), change(["old"], .dropped(1))]),
        (
            ["a": ["b": ["c": 1, "d": 2]]], ["a": ["b": ["c": 3]]],
            [change(["a", "b", "c"], .changed(from: 1, to: 3)), change(["a", "b", "d"], .dropped(2))]
        ),
        (["aud": ["x", "y"]], ["aud": ["y", "z"]], [change(["aud"], .elements(added: ["z"], dropped: ["x"]))]),
        (["aud": ["x", "y"]], ["aud": ["y", "x"]], [change(["aud"], .reordered)]),
        (["aud": ["x"]], ["aud": ["x", "x"]], [change(["aud"], .elements(added: ["x"], dropped: []))]),
        (["aud": "x"], ["aud": ["x"]], [change(["aud"], .changed(from: "x", to: ["x"]))]),
        (
            ["scope": "openid email"], ["scope": "openid orders"],
            [change(["scope"], .elements(added: ["orders"], dropped: ["email"]))]
        ),
        (["scope": "a b"], ["scope": "b a"], [change(["scope"], .reordered)]),
        (
            ["l": [["n": 1], ["n": 2]]], ["l": [["n": 1], ["n": 3]]],
            [change(["l", "1", "n"], .changed(from: 2, to: 3))]
        ),
        ([:], [:], []),
    ]

    @Test(arguments: cases)
    func `claims are compared member by member`(old: JSONObject, new: JSONObject, changes: [ClaimChange]) {
        let header: JSONObject = ["alg": "ES256"]
        let found = ClaimChange.all(
            from: JWTContents(header: header, claims: old), to: JWTContents(header: header, claims: new))
        #expect(found == changes)
    }

    @Test func `another key in the header is a difference, too`() {
        let found = ClaimChange.all(
            from: JWTContents(header: ["kid": "a"], claims: [:]), to: JWTContents(header: ["kid": "b"], claims: [:]))
        #expect(found == [Self.change(["kid"], .changed(from: "a", to: "b"), .header)])
    }

    @Test func `two times that are as long away are told exactly`() {
        var scene = Console.signedIn().model.scene
        scene.time.format = .relative
        let now = Int(scene.now.timeIntervalSince1970)
        let change = Self.change(
            ["exp"],
            .changed(from: .number(JSONNumber(now + 9 * 3600 + 60)), to: .number(JSONNumber(now + 9 * 3600 + 90))))
        let sides = change.detail(in: scene).split(separator: " → ")
        #expect(sides.count == 2 && sides.first != sides.last, "\(sides)")
    }

    @Test func `names are compared by their bytes`() {
        // The same letter, composed and decomposed: one name for Swift's `==`, two for RFC 8259.
        let found = ClaimChange.all(
            from: JWTContents(header: [:], claims: ["\u{E9}": 1]), to: JWTContents(header: [:], claims: ["e\u{301}": 1])
        )
        #expect(found.count == 2)
    }

    @Test func `a path names its place unmistakably`() {
        #expect(Self.change(["realm_access", "roles"], .reordered).name == "realm_access.roles")
        #expect(Self.change(["https://a.example/x", "b"], .reordered).name == #""https://a.example/x".b"#)
    }
}
