import DemoProvider
import HTTPServer
import JOSE

/// A revision of the Model Context Protocol; they are named by dates.
struct ToolRevision: Comparable, Sendable {
    let name: String

    /// The one that a message to an MCP server says it is of, or asks for.
    init?(of request: ServerRequest) {
        guard let object = (try? JSONValue(parsing: request.body))?.object,
            let name = ToolServerMessage(object, request.headers)?.revision
        else { return nil }
        self.init(name)
    }

    /// `nil` for a specification that is not the protocol's.
    init?(ofSpecification name: String) {
        guard name.hasPrefix("MCP ") else { return nil }
        self.init(String(name.dropFirst(4)))
    }

    /// `nil` for what is no date, which stands neither before nor after others.
    init?(_ name: String) {
        let parts = name.utf8.split(separator: UInt8(ascii: "-"), omittingEmptySubsequences: false)
        let digits = UInt8(ascii: "0")...UInt8(ascii: "9")
        guard parts.map(\.count) == [4, 2, 2], parts.joined().allSatisfy({ digits.contains($0) }) else { return nil }
        self.name = name
    }

    /// Whether the answer says that this revision is not spoken there, or not so: by an error, or by another one that
    /// `initialize` is answered with.
    func isRefused(by body: [UInt8]) -> Bool {
        guard let answer = try? JSONValue(parsing: body) else { return false }
        if let code = answer["error"]?["code"]?.int { return [-32020, -32022].contains(code) }
        return answer["result"]?["protocolVersion"]?.string.map { $0 != name } ?? false
    }

    static func < (one: ToolRevision, other: ToolRevision) -> Bool { one.name < other.name }
}
