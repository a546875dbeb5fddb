import JOSE

/// A message of JSON-RPC 2.0, of which only the envelope is read.
package struct BridgedMessage: Sendable, Equatable {
    package enum Kind: Sendable, Equatable {
        case request(MessageID, method: String)
        case notification(method: String)
        /// A result or an error; an error may be about a request that could not be read.
        case response(MessageID?)
    }

    package let kind: Kind
    /// The JSON as it came.
    package let bytes: [UInt8]
    private let members: [String: Range<Int>]

    /// Reads a line of the host's.
    package init(reading bytes: [UInt8]) throws(MessageFault) {
        do throws(JSONError) {
            try JSONOutline.check(bytes)
        } catch {
            throw MessageFault(.parseError, "The line is not JSON: byte \(error.offset) does not belong there.")
        }
        let first = bytes.first { ![0x20, 0x09, 0x0D, 0x0A].contains($0) }
        if first == UInt8(ascii: "[") {
            throw MessageFault(.invalidRequest, "A batch: send each message in a line of its own.")
        }
        try self.init(checked: bytes)
    }

    /// The messages of a server's answer, which is one or, until the revision 2025-03-26, a batch.
    static func all(in bytes: [UInt8]) throws(MessageFault) -> [BridgedMessage] {
        do throws(JSONError) {
            try JSONOutline.check(bytes)
            guard bytes.first(where: { ![0x20, 0x09, 0x0D, 0x0A].contains($0) }) == UInt8(ascii: "[") else {
                return [try BridgedMessage(ofServer: bytes)]
            }
            var outline = JSONOutline(bytes)
            var messages: [BridgedMessage] = []
            for range in try outline.elements() { messages.append(try BridgedMessage(ofServer: Array(bytes[range]))) }
            return messages
        } catch {
            throw MessageFault(.server, "The server's answer is not a message of JSON-RPC.")
        }
    }

    private init(ofServer bytes: [UInt8]) throws(JSONError) {
        do throws(MessageFault) {
            try self.init(checked: bytes)
        } catch {
            throw JSONError(offset: 0, reason: .expected("a message of JSON-RPC"))
        }
    }

    private init(checked bytes: [UInt8]) throws(MessageFault) {
        var outline = JSONOutline(bytes)
        guard let members = try? outline.members() else {
            throw MessageFault(.invalidRequest, "The line is not an object.")
        }
        let text = { (name: String) in
            members[name].flatMap { try? JSONValue(parsing: bytes[$0], maximumDepth: 1, maximumCount: 1) }?.string
        }
        let id = members["id"].flatMap { MessageID(bytes[$0]) }
        guard text("jsonrpc") == "2.0" else {
            throw MessageFault(.invalidRequest, "The member 'jsonrpc' is not \"2.0\".", id: id)
        }
        switch (members["method"], members["id"]) {
        case (_?, let place):
            guard let method = text("method"), place == nil || id != nil else {
                throw MessageFault(.invalidRequest, "The 'method' or the 'id' is not one.", id: id)
            }
            kind = id.map { .request($0, method: method) } ?? .notification(method: method)
        case (nil, _?) where members["result"] != nil || members["error"] != nil: kind = .response(id)
        default:
            throw MessageFault(.invalidRequest, "Neither a request nor an answer to one.", id: id)
        }
        (self.bytes, self.members) = (bytes, members)
    }

    /// The JSON on one line, with its end.
    package var line: [UInt8] { bytes.asLine }

    /// The call that the host has cancelled, where it says so.
    package var cancelled: MessageID? {
        guard kind == .notification(method: "notifications/cancelled") else { return nil }
        return range("params", "requestId").flatMap { MessageID(bytes[$0]) }
    }

    /// The revision that an `initialize` asks for, or that its answer agrees to.
    package var revision: String? {
        let range = range("params", "protocolVersion") ?? range("result", "protocolVersion")
        return range.flatMap { try? JSONValue(parsing: bytes[$0], maximumDepth: 1, maximumCount: 1) }?.string
    }

    /// The server's error, as JSON.
    var error: [UInt8]? { members["error"].map { Array(bytes[$0]) } }

    /// The message with another identifier.
    func renamed(_ id: MessageID) throws(MessageFault) -> BridgedMessage {
        var bytes = bytes
        if let place = members["id"] { bytes.replaceSubrange(place, with: id.json.utf8) }
        return try BridgedMessage(checked: bytes)
    }

    private func range(_ name: String, _ member: String) -> Range<Int>? {
        guard let outer = members[name] else { return nil }
        var outline = JSONOutline(bytes, from: outer.lowerBound)
        return (try? outline.members())?[member]
    }
}
