/// Reads the events of a `text/event-stream` (HTML §9.2.6) while it arrives.
struct EventStreamReader: Sendable {
    /// An event is larger than the limit.
    struct TooLarge: Error {}

    private static let identifierLimit = 1024

    /// The last event's identifier, from where the stream can be resumed; `nil` where there is none.
    private(set) var lastEventID: String?
    /// The identifier that counts at the end of its event: of one that is cut the rest is still to come.
    private var nextEventID: String?
    /// How long the server wants the client to wait before it comes back.
    private(set) var retry: Duration?

    private let limit: Int
    private var line: [UInt8] = []
    private var data: [UInt8] = []
    private var hasData = false
    private var type = ""
    private var isAtStart = true
    /// Whether the byte before was a carriage return, which ends a line alone or with the line feed after it.
    private var isAfterReturn = false

    init(limit: Int) { self.limit = limit }

    /// Takes the next piece, and returns the data of the messages that end in it.
    mutating func read(_ piece: [UInt8]) throws(TooLarge) -> [[UInt8]] {
        var messages: [[UInt8]] = []
        var start = 0
        for index in piece.indices {
            let byte = piece[index]
            guard byte == 0x0A || byte == 0x0D else {
                isAfterReturn = false
                continue
            }
            if byte == 0x0A, isAfterReturn {
                isAfterReturn = false
            } else {
                try keep(piece[start..<index])
                if let message = endLine() { messages.append(message) }
                isAfterReturn = byte == 0x0D
            }
            start = index + 1
        }
        try keep(piece[start...])
        return messages
    }

    private mutating func keep(_ bytes: ArraySlice<UInt8>) throws(TooLarge) {
        guard bytes.count <= limit - line.count - data.count else { throw TooLarge() }
        line += bytes
    }

    /// Handles the line that has ended; returns the data of the event that it ends, if it does.
    private mutating func endLine() -> [UInt8]? {
        defer { line.removeAll(keepingCapacity: line.capacity < 4096) }
        if isAtStart {
            isAtStart = false
            if line.starts(with: [0xEF, 0xBB, 0xBF]) { line.removeFirst(3) }
        }
        guard !line.isEmpty else { return endEvent() }
        let colon = line.firstIndex(of: UInt8(ascii: ":"))
        let name = line[..<(colon ?? line.endIndex)]
        var value = colon.map { line[($0 + 1)...] } ?? []
        if value.first == 0x20 { value.removeFirst() }
        if name.elementsEqual("data".utf8) {
            if hasData { data.append(0x0A) }
            data += value
            hasData = true
        } else if name.elementsEqual("id".utf8) {
            identify(value)
        } else if name.elementsEqual("event".utf8) {
            type = String(decoding: value, as: UTF8.self)
        } else if name.elementsEqual("retry".utf8), let time = Int(String(decoding: value, as: UTF8.self)), time >= 0 {
            retry = .milliseconds(time)
        }
        return nil
    }

    /// What can't stand in a header field can't be sent back.
    private mutating func identify(_ value: ArraySlice<UInt8>) {
        guard value.allSatisfy({ (0x20..<0x7F).contains($0) }), value.count <= Self.identifierLimit else { return }
        nextEventID = value.isEmpty ? nil : String(decoding: value, as: UTF8.self)
    }

    private mutating func endEvent() -> [UInt8]? {
        defer { (data, hasData, type) = ([], false, "") }
        lastEventID = nextEventID
        return data.isEmpty || !(type.isEmpty || type == "message") ? nil : data
    }
}
