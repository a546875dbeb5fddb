import HostSystem

/// A file with a token, which something else writes anew: a workload's identity, an assertion.
struct TokenFile: Sendable {
    let path: String

    /// The largest file that is read, in bytes: larger than any token.
    private static let sizeLimit = 1 << 18

    /// The token that the file holds now.
    func token() throws -> Secret {
        let bytes: [UInt8]
        do throws(FileFailure) {
            bytes = try InputFile.contents(of: path, limit: Self.sizeLimit)
        } catch {
            throw Unusable(reason: error.clause)
        }
        let words = String(decoding: bytes, as: UTF8.self).split(whereSeparator: \.isWhitespace)
        guard words.count == 1 else { throw Unusable(reason: "it must hold one token and nothing else") }
        return Secret(String(words[0]))
    }

    /// The path is left out: in place of it, the token itself may have been given.
    struct Unusable: Error, CustomStringConvertible {
        let reason: String
        var description: String { "the token's file can't be used: \(reason)" }
    }
}
