/// A file of requests (`.http`, `.rest`), as VS Code's REST Client and JetBrains' HTTP Client write them.
///
/// Lossless: ``bytes`` are what was read, whatever was understood of it. Reading takes time in proportion to the size;
/// what is not understood is in ``remarks``, and never sent as a part of a body.
package struct RequestFile: Sendable {
    /// The largest file that is read, in bytes.
    package static let sizeLimit = 8 << 20
    /// The most lines.
    package static let lineLimit = 200_000
    /// The most requests; those beyond are left out, which a remark tells.
    package static let requestLimit = 5_000
    /// The most remarks that are kept.
    package static let remarkLimit = 200
    /// The longest request line and header field, in bytes.
    package static let fieldLimit = 64 << 10

    package let requests: [FileRequest]
    /// In the order of the file.
    package let variables: [FileVariable]
    /// In the order of the file.
    package private(set) var remarks: [Remark]
    let source: SourceLines
    /// The variables by their names, each in the order of the file.
    let definitions: [String: [FileVariable]]

    /// Why a file is not read at all.
    package enum Refusal: Error, Sendable, Hashable {
        case tooLarge(limit: Int)
        case tooManyLines(limit: Int)
    }

    package init(_ bytes: [UInt8]) throws(Refusal) {
        guard bytes.count <= Self.sizeLimit else { throw .tooLarge(limit: Self.sizeLimit) }
        guard let source = SourceLines(bytes, limit: Self.lineLimit) else {
            throw .tooManyLines(limit: Self.lineLimit)
        }
        var reader = FileReader(source)
        reader.read()
        requests = reader.requests
        variables = reader.variables
        remarks = reader.allRemarks
        definitions = Dictionary(grouping: reader.variables, by: \.name)
        self.source = source
    }

    /// Remarks the files that bodies name and that can't be read, as far as their names hold no placeholders.
    package mutating func remarkFiles(_ obstacle: (String) -> FileRefusal?) {
        let named = requests.filter { $0.fault == nil }.flatMap(\.body).compactMap { line -> Fragment? in
            guard case .file(let path, _) = line, Placeholder(firstIn: path.bytes) == nil else { return nil }
            return path
        }
        for path in named.prefix(Self.remarkLimit) where remarks.count < Self.remarkLimit {
            guard let reason = obstacle(path.text) else { continue }
            remarks.append(Remark(position(of: path), .file(path: path.text, reason: reason)))
        }
        remarks.sort { $0.position < $1.position }
    }

    /// The file as it was read.
    package var bytes: [UInt8] { source.bytes }

    /// The request of that name: the given one first, then the title, then the number as `#2`; none where it is empty.
    package func request(named name: String) -> FileRequest? {
        guard !name.isEmpty else { return nil }
        return requests.first { $0.givenName == name } ?? requests.first { $0.title == name }
            ?? requests.first { "#\($0.number)" == name }
    }

    func position(of fragment: Fragment) -> SourcePosition { source.position(of: fragment.offset) }
}

extension RequestFile.Refusal {
    /// The reason as a clause.
    package var words: String {
        switch self {
        case .tooLarge(let limit): "it is larger than \(limit >> 20) MiB"
        case .tooManyLines(let limit): "it has more than \(limit) lines"
        }
    }
}
