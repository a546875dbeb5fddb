import JOSE

/// The identifier of a request: a string or a number, as JSON.
package struct MessageID: Sendable, Hashable {
    private static let limit = 1024

    package let json: String

    /// Fails for what may not identify a request (JSON-RPC 2.0 §4).
    package init?(_ json: some Collection<UInt8>) {
        guard json.count <= Self.limit, let value = try? JSONValue(parsing: json) else { return nil }
        switch value {
        case .string, .number: self.json = value.serialized()
        case .null, .bool, .array, .object: return nil
        }
    }

    init(own text: String) { json = JSONValue.string(text).serialized() }
}

/// Why a message is answered with an error (JSON-RPC 2.0 §5.1).
package struct MessageFault: Error, Sendable, Equatable {
    package enum Code: Int, Sendable {
        case parseError = -32700
        case invalidRequest = -32600
        /// The server gave no answer that is one.
        case server = -32050
        /// There is no session, or its token is refused.
        case session = -32041
        /// The bridge has too much under way.
        case busy = -32029
    }

    package let code: Code
    /// What happened, in a sentence.
    package let words: String
    /// The request that it is about, where that is known.
    package var id: MessageID?
    /// The server's own error, as JSON.
    private(set) var original: [UInt8]?

    package init(_ code: Code, _ words: String, id: MessageID? = nil) {
        (self.code, self.words, self.id) = (code, words, id)
    }

    /// An error that the server wrote into an answer that is none to the request.
    init(original: [UInt8], _ words: String) {
        self.init(.server, words)
        self.original = original
    }

    /// The error as the answer to that request, in a line with its end.
    package func line(for id: MessageID?) -> [UInt8] {
        let error: JSONValue = ["code": .number(JSONNumber(code.rawValue)), "message": .string(words)]
        var line = Array(#"{"jsonrpc":"2.0","id":"#.utf8)
        line += (id?.json ?? "null").utf8
        line += #","error":"#.utf8
        line += original ?? Array(error.serialized().utf8)
        return (line + [UInt8(ascii: "}")]).asLine
    }
}

extension [UInt8] {
    /// The JSON on one line, with its end: outside of strings a line break is space, and within them there is none.
    var asLine: [UInt8] {
        var line = self
        for index in line.indices where line[index] == 0x0A || line[index] == 0x0D { line[index] = 0x20 }
        line.append(0x0A)
        return line
    }
}
