import JOSE

/// The code that a person types on another device: eight consonants, as RFC 8628 §6.1 advises.
struct UserCode: Sendable, Hashable {
    private static let alphabet = Array("BCDFGHJKLMNPQRSTVWXZ".utf8)

    /// Eight letters without the hyphen.
    private let letters: String

    /// The code as shown: `WDJB-MJHT`.
    var text: String { "\(letters.prefix(4))-\(letters.suffix(4))" }

    static func random() throws(JOSEError) -> UserCode {
        var letters: [UInt8] = []
        while letters.count < 8 {
            // 240 is the largest multiple of 20 in a byte; larger bytes would favour the first letters.
            let bytes = try SecureRandom.bytes(16).filter { $0 < 240 }
            letters += bytes.prefix(8 - letters.count).map { alphabet[Int($0) % alphabet.count] }
        }
        return UserCode(letters: String(decoding: letters, as: UTF8.self))
    }

    private init(letters: String) {
        self.letters = letters
    }

    /// Reads what a person typed: any case, with or without punctuation (RFC 8628 §6.1).
    init?(typed text: String) {
        let letters = text.uppercased().utf8.filter { (UInt8(ascii: "A")...UInt8(ascii: "Z")).contains($0) }
        guard letters.count == 8 else { return nil }
        self.letters = String(decoding: letters, as: UTF8.self)
    }
}
