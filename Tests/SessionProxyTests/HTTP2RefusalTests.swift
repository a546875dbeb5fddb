import FoundationEssentials
import TestSupport
import Testing

/// What a client of HTTP/2 is answered, in frames that it understands (RFC 9113).
@Suite(.timeLimit(.minutes(5)), .limitedParallelism)
struct HTTP2RefusalTests {
    private static let preface = Array("PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n".utf8)
    private static let settings: [UInt8] = [0, 0, 0, 4, 0, 0, 0, 0, 0]
    private static let words = "HTTP/2 is not spoken here"

    private static func headers(_ block: [UInt8]) -> [UInt8] { [0, 0, UInt8(block.count), 1, 5, 0, 0, 0, 3] + block }

    /// The kind, the flags, the stream and the content of each frame.
    private static func frames(_ bytes: [UInt8]) -> [(kind: UInt8, flags: UInt8, stream: UInt8, content: [UInt8])] {
        var (frames, rest) = ([(kind: UInt8, flags: UInt8, stream: UInt8, content: [UInt8])](), bytes[...])
        while rest.count >= 9 {
            let head = Array(rest.prefix(9))
            let length = Int(head[0]) << 16 | Int(head[1]) << 8 | Int(head[2])
            frames.append((head[3], head[4], head[8], Array(rest.dropFirst(9).prefix(length))))
            rest = rest.dropFirst(9 + length)
        }
        return frames
    }

    private func answer(to block: [UInt8], on proxied: Proxied, pieces: Int = 1) async throws -> [UInt8] {
        try await blocking {
            let client = try RawConnection(port: proxied.port)
            let bytes = Self.preface + Self.settings + Self.headers(block)
            for piece in 0..<pieces {
                let part = bytes[(bytes.count * piece / pieces)..<(bytes.count * (piece + 1) / pieces)]
                client.write(Array(part))
            }
            client.endSending()
            return Array(client.readToEnd().utf8)
        }
    }

    @Test(arguments: [1, 4]) func `a request is answered 505 with what works instead`(pieces: Int) async throws {
        try await withProxy { proxied in
            let frames = Self.frames(try await answer(to: [0x82], on: proxied, pieces: pieces))
            try #require(frames.map(\.kind) == [4, 4, 1, 0, 7], "\(frames)")
            let texts = frames.map { String(decoding: $0.content, as: UTF8.self) }
            #expect(frames[2].stream == 3 && texts[2].contains("505") && texts[3].hasPrefix(Self.words))
            #expect(frames[3].flags == 1 && frames[3].stream == 3)
            // Without an error: clients of gRPC end at HTTP_1_1_REQUIRED.
            #expect(frames[4].content.prefix(8) == [0, 0, 0, 3, 0, 0, 0, 0] && texts[4].contains(Self.words))
        }
    }

    @Test(arguments: [
        Array("application/grpc".utf8), [0x1D, 0x75, 0xD0, 0x62, 0x0D, 0x26, 0x3D, 0x4C, 0x4D, 0x65, 0x64],
    ])
    func `a call of gRPC has the words as its own message`(type: [UInt8]) async throws {
        try await withProxy { proxied in
            let text = String(decoding: try await answer(to: [0x82] + type, on: proxied), as: UTF8.self)
            #expect(text.contains("grpc-status\u{2}12") && !text.contains("text/plain"), "\(text)")
            #expect(text.firstRange(of: "grpc-message").map { text[$0.upperBound...].contains(Self.words) } == true)
        }
    }

    @Test func `a client that sends no request is answered nothing more`() async throws {
        try await withProxy { proxied in
            let bytes = try await blocking {
                let client = try RawConnection(port: proxied.port)
                client.write(Self.preface + Self.settings)
                client.endSending()
                return Array(client.readToEnd().utf8)
            }
            #expect(Self.frames(bytes).map(\.kind) == [4, 4])
        }
    }
}
