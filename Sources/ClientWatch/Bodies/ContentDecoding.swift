import CDecoding
import SessionHTTP

/// The content of a body, which passes as it is encoded.
enum ContentDecoding {
    /// The body without its codings (RFC 9110 §8.4), as far as the limit; empty where one isn't known.
    static func content(of body: [UInt8], _ headers: HTTPHeaders, limit: Int) -> [UInt8] {
        guard !body.isEmpty else { return [] }
        var body = body
        let codings = headers.values(of: "Content-Encoding").flatMap { $0.split(separator: ",") }
        for coding in codings.reversed() {
            let name = coding.filter { !$0.isWhitespace }.lowercased()
            guard let decoded = decoded(body, by: name, limit) else { return [] }
            body = decoded
        }
        return body
    }

    private static func decoded(_ body: [UInt8], by coding: String, _ limit: Int) -> [UInt8]? {
        switch coding {
        case "identity": body
        case "gzip", "x-gzip", "deflate": decoded(body, limit, console_decode_gzip)
        case "br": decoded(body, limit, console_decode_brotli)
        default: nil
        }
    }

    private static func decoded(
        _ body: [UInt8], _ limit: Int,
        _ decode: (UnsafePointer<UInt8>?, Int, UnsafeMutablePointer<UInt8>?, Int) -> Int
    ) -> [UInt8]? {
        var size = -1
        let decoded = [UInt8](unsafeUninitializedCapacity: limit) { room, count in
            size = decode(body, body.count, room.baseAddress, limit)
            count = max(0, size)
        }
        return size < 0 ? nil : decoded
    }
}

extension HTTPHeaders {
    /// Whether a body is read: a form or JSON, of whatever kind, or a token by itself.
    var announceReadableBody: Bool {
        guard let type = self["Content-Type"]?.lowercased() else { return false }
        let bytes = Array(type.utf8)
        return ["json", "x-www-form-urlencoded", "jwt"].contains { word in
            bytes.indices.contains { bytes[$0...].starts(with: word.utf8) }
        }
    }
}
