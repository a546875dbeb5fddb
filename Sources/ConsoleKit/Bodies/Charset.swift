/// The encodings of text that are read here, by their names in `charset`.
enum Charset: Sendable, Hashable {
    case utf8
    /// What ISO-8859-1 and US-ASCII are taken for (WHATWG Encoding §4.2): its other code points are of no use in text.
    case windows1252
    case unknown(String)

    /// UTF-8 where the content type names none.
    init(contentType: String?) {
        let parameters = (contentType ?? "").split(separator: ";").dropFirst()
        let names = parameters.compactMap { parameter -> String? in
            let parts = parameter.split(separator: "=", maxSplits: 1).map { String($0).trimmed.lowercased() }
            guard parts.count == 2, parts[0] == "charset" else { return nil }
            return parts[1].trimmingQuotes
        }
        switch names.first {
        case nil, "", "utf-8", "utf8": self = .utf8
        case "iso-8859-1", "iso8859-1", "latin1", "l1", "windows-1252", "cp1252", "us-ascii", "ascii":
            self = .windows1252
        case let name?: self = .unknown(name)
        }
    }

    /// Text of no named encoding that is not UTF-8 is taken for windows-1252, as browsers do.
    init(contentType: String?, body: [UInt8]) {
        self.init(contentType: contentType)
        let isUnlabelled = contentType?.lowercased().contains("charset=") == false
        guard isUnlabelled, MediaType.isText(contentType), !Self.isUTF8(body), !body.contains(0) else { return }
        self = .windows1252
    }

    /// Whether a sample is, the end of which may have been cut within a character.
    private static func isUTF8(_ bytes: [UInt8]) -> Bool {
        var sample = bytes.prefix(64 << 10)
        if sample.count < bytes.count {
            while let last = sample.last, last >= 0x80 {
                sample.removeLast()
                if last >= 0xC0 { break }
            }
        }
        return String(validating: sample, as: UTF8.self) != nil
    }

    /// The text as UTF-8; of an unknown encoding as it came.
    func utf8(_ bytes: [UInt8]) -> [UInt8] {
        guard self == .windows1252, bytes.contains(where: { $0 >= 0x80 }) else { return bytes }
        var text: [UInt8] = []
        text.reserveCapacity(bytes.count + bytes.count / 8)
        for byte in bytes {
            if byte < 0x80 { text.append(byte) } else { text += Self.upperHalf[Int(byte) - 0x80] }
        }
        return text
    }

    /// How many bytes as they came a piece of the text as UTF-8 stands for.
    func sentCount(of utf8: ArraySlice<UInt8>) -> Int {
        self == .windows1252 ? utf8.count { $0 & 0xC0 != 0x80 } : utf8.count
    }

    /// The characters from 0x80 on as UTF-8; those that windows-1252 leaves open are the controls of ISO-8859-1.
    private static let upperHalf: [[UInt8]] = {
        let special: [Unicode.Scalar?] = [
            "€", nil, "‚", "ƒ", "„", "…", "†", "‡", "ˆ", "‰", "Š", "‹", "Œ", nil, "Ž", nil, nil, "‘", "’", "“", "”",
            "•",
            "–", "—", "˜", "™", "š", "›", "œ", nil, "ž", "Ÿ",
        ]
        return (0..<128).map { index in
            let scalar = index < special.count ? special[index] : nil
            return Array(String(scalar ?? Unicode.Scalar(UInt8(0x80 + index))).utf8)
        }
    }()
}

extension String {
    fileprivate var trimmingQuotes: String {
        count > 1 && hasPrefix("\"") && hasSuffix("\"") ? String(dropFirst().dropLast()) : self
    }
}
