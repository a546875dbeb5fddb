import CurlTransport

/// A caller that begins to speak HTTP/2 without having asked whether that is spoken here (RFC 9113 §3.3).
///
/// It gets the answer to its first request in frames, because it would understand nothing else: a program says then
/// what is in it, where a connection that ends is a riddle.
extension ClientConnection {
    private static let preface = Array("PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n".utf8)

    /// Whether what has come is the beginning of HTTP/2, which no other request begins with.
    var beginsHTTP2: Bool {
        let count = min(inbox.count, Self.preface.count)
        return count >= Self.preface.count - 6 && inbox.bytes.prefix(count).elementsEqual(Self.preface.prefix(count))
    }

    /// Answers the first request; says nothing to a caller that sends none in time.
    func answerByHTTP2(_ answer: LocalAnswer) {
        let deadline = ContinuousClock.now + relay.limits.headTime
        guard has(Self.preface.count, until: deadline) else { return }
        inbox.drop(Self.preface.count)
        send(HTTP2Frame(.settings).bytes)
        while has(HTTP2Frame.headSize, until: deadline) {
            let head = HTTP2Frame.Head(inbox.bytes)
            guard head.length <= HTTP2Frame.sizeLimit, has(HTTP2Frame.headSize + head.length, until: deadline) else {
                return
            }
            let content = Array(inbox.bytes.dropFirst(HTTP2Frame.headSize).prefix(head.length))
            inbox.drop(HTTP2Frame.headSize + head.length)
            switch HTTP2Frame.Kind(rawValue: head.kind) {
            case .settings where head.flags & HTTP2Frame.acknowledges == 0:
                send(HTTP2Frame(.settings, HTTP2Frame.acknowledges).bytes)
            case .headers: return send(HTTP2Frame.bytes(of: answer, to: head.stream, isRPC: content.namesRPC))
            default: continue
            }
        }
    }

    private func has(_ count: Int, until deadline: ContinuousClock.Instant) -> Bool {
        while inbox.count < count {
            guard case .moved = fill(until: deadline) else { return false }
        }
        return true
    }
}

/// A frame of HTTP/2 (RFC 9113 §4.1).
private struct HTTP2Frame {
    enum Kind: UInt8 {
        case data = 0, headers = 1, settings = 4, goAway = 7
    }

    struct Head {
        let length: Int
        let kind, flags: UInt8
        let stream: UInt32

        /// Of at least ``HTTP2Frame/headSize`` bytes.
        init(_ bytes: UnsafeRawBufferPointer) {
            length = bytes[0..<3].reduce(0) { $0 << 8 | Int($1) }
            (kind, flags) = (bytes[3], bytes[4])
            stream = bytes[5..<9].reduce(0) { $0 << 8 | UInt32($1) } & 0x7FFF_FFFF
        }
    }

    static let headSize = 9
    /// The largest that a caller may send which was told of no other limit.
    static let sizeLimit = 1 << 14
    static let acknowledges: UInt8 = 1
    private static let endsStream: UInt8 = 1
    private static let endsHeaders: UInt8 = 4

    private let kind: Kind
    private let flags: UInt8
    private let stream: UInt32
    private let content: [UInt8]

    init(_ kind: Kind, _ flags: UInt8 = 0, stream: UInt32 = 0, _ content: [UInt8] = []) {
        (self.kind, self.flags, self.stream, self.content) = (kind, flags, stream, content)
    }

    var bytes: [UInt8] {
        Self.big(UInt32(content.count)).dropFirst() + [kind.rawValue, flags] + Self.big(stream) + content
    }

    /// The answer, and the end of the connection: without an error, because clients of gRPC end at
    /// `HTTP_1_1_REQUIRED`.
    static func bytes(of answer: LocalAnswer, to stream: UInt32, isRPC: Bool) -> [UInt8] {
        let words = Array(answer.line.utf8)
        let frames: [HTTP2Frame]
        if isRPC {
            // gRPC's UNIMPLEMENTED; a status of HTTP would hide the words.
            let fields = [
                (":status", "200"), ("content-type", "application/grpc"), ("grpc-status", "12"),
                ("grpc-message", answer.line.filter { $0.isASCII && $0 != "%" }),
            ]
            frames = [HTTP2Frame(.headers, endsHeaders | endsStream, stream: stream, fields.flatMap(literal))]
        } else {
            let fields = [(":status", "\(answer.status)"), ("content-type", "text/plain; charset=utf-8")]
            frames = [
                HTTP2Frame(.headers, endsHeaders, stream: stream, fields.flatMap(literal)),
                HTTP2Frame(.data, endsStream, stream: stream, words + [0x0A]),
            ]
        }
        return (frames + [HTTP2Frame(.goAway, content: big(stream) + big(0) + words)]).flatMap(\.bytes)
    }

    private init(_ kind: Kind, content: [UInt8]) { self.init(kind, 0, stream: 0, content) }

    /// A field that is kept in no table (RFC 7541 §6.2.2).
    private static func literal(_ name: String, _ value: String) -> [UInt8] {
        [0] + text(name) + text(value)
    }

    private static func text(_ text: String) -> [UInt8] {
        var length = text.utf8.count
        guard length >= 127 else { return [UInt8(length)] + Array(text.utf8) }
        var bytes: [UInt8] = [127]
        length -= 127
        while length >= 128 {
            bytes.append(UInt8(length & 127 | 128))
            length >>= 7
        }
        return bytes + [UInt8(length)] + Array(text.utf8)
    }

    private static func big(_ number: UInt32) -> [UInt8] {
        (0..<4).map { UInt8(truncatingIfNeeded: number >> UInt32(24 - 8 * $0)) }
    }
}

extension [UInt8] {
    /// Whether a block of fields has the content type of gRPC, in either coding of HPACK.
    fileprivate var namesRPC: Bool {
        let coded: [UInt8] = [0x1D, 0x75, 0xD0, 0x62, 0x0D, 0x26, 0x3D, 0x4C, 0x4D, 0x65, 0x64]
        return firstRange(of: Array("application/grpc".utf8)) != nil || firstRange(of: coded) != nil
    }
}
