import ConsoleKit
import JOSE

/// Whether a body that is typed is JSON, where it means to be.
enum BodyCheck: Sendable, Hashable {
    case valid
    /// The first place that is wrong, both counted from 1, and why.
    case flawed(line: Int, column: Int, reason: String)
    /// Not looked at, and why.
    case skipped(String)

    /// Longer bodies are not checked at every key.
    static let longest = 256 << 10

    /// `nil` where neither the content type nor, without one, the first character says JSON.
    init?(_ body: String, contentType: String?) {
        guard !body.trimmed.isEmpty, MediaType.isJSON(contentType, first: body.utf8.first { $0 > 0x20 }) else {
            return nil
        }
        let bytes = Array(body.utf8)
        guard bytes.count <= Self.longest else {
            self = .skipped("JSON longer than \(ByteCount(Self.longest)) is not checked")
            return
        }
        do {
            _ = try JSONValue(parsing: bytes)
            self = .valid
        } catch {
            switch error.reason {
            case .tooDeep, .tooMany: self = .skipped("JSON \(error.reason) is not checked")
            default:
                let before = bytes[..<min(error.offset, bytes.count)]
                let start = before.lastIndex(of: 0x0A).map { $0 + 1 } ?? 0
                self = .flawed(
                    line: before.count { $0 == 0x0A } + 1,
                    column: String(decoding: before[start...], as: UTF8.self).count + 1, reason: "\(error.reason)")
            }
        }
    }
}
