import SessionCore
import Testing

@Suite(.timeLimit(.minutes(5)))
struct HTTPHeadersTests {
    @Test func `invariant 39: setting a field replaces every one of its name, where the first stood`() {
        var headers = HTTPHeaders([
            .init(name: "Accept", value: "a"), .init(name: "authorization", value: "Basic 1"),
            .init(name: "X", value: "x"), .init(name: "AUTHORIZATION", value: "Basic 2"),
        ])
        headers["Authorization"] = "Bearer A1"
        #expect(
            headers.fields == [
                .init(name: "Accept", value: "a"), .init(name: "Authorization", value: "Bearer A1"),
                .init(name: "X", value: "x"),
            ])
        headers["authorization"] = nil
        #expect(headers.fields.map(\.name) == ["Accept", "X"])
        headers["y"] = nil
        headers["Y"] = "y"
        #expect(headers.fields.map(\.name) == ["Accept", "X", "Y"])
    }

    @Test func `names are compared without regard to case, and of several the first value is read`() {
        var headers: HTTPHeaders = ["Set-Cookie": "a"]
        headers.add("set-cookie", "b")
        #expect(headers["SET-COOKIE"] == "a")
        #expect(headers.values(of: "set-Cookie") == ["a", "b"])
        #expect(headers["Set-Cookies"] == nil)
        // Only letters have two cases.
        #expect(!"a[b".equalsIgnoringCase("a{b"))
    }
}
