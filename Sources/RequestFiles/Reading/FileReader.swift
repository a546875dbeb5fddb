/// Reads a file block by block; a block is what stands between two lines that begin with `###`.
struct FileReader {
    static let separator = "###"

    private let source: SourceLines
    private(set) var requests: [FileRequest] = []
    private(set) var variables: [FileVariable] = []
    private var remarks: [Remark] = []
    private var remarkCount = 0
    private var names: Set<String> = []

    init(_ source: SourceLines) { self.source = source }

    /// The remarks that are kept, in order, and last how many are not.
    var allRemarks: [Remark] {
        let kept = remarks.sorted { $0.position < $1.position }
        guard remarkCount > kept.count else { return kept }
        let end = SourcePosition(line: max(1, source.count), column: 1)
        return kept + [Remark(end, .remarksLeftOut(remarkCount - kept.count))]
    }

    mutating func read() {
        var start = 0
        var title: ArraySlice<UInt8>?
        for index in 0...source.count {
            let isEnd = index == source.count
            guard isEnd || source[index].begins(with: Self.separator) else { continue }
            if start < index, !readBlock(start..<index, title: title) { return }
            if !isEnd { title = source[index].drop { $0 == UInt8(ascii: "#") } }
            start = index + 1
        }
    }

    /// Whether the blocks that follow are to be read.
    private mutating func readBlock(_ lines: Range<Int>, title: ArraySlice<UInt8>?) -> Bool {
        var reader = BlockReader(source, lines)
        reader.read()
        variables += reader.variables
        for found in reader.remarks { remark(found.offset, found.matter) }
        let fault = reader.remarks.lazy.map { [source] in Remark(source.position(of: $0.offset), $0.matter) }
            .first(where: \.preventsSending)
        let title = title?.trimmed.text ?? ""
        for (index, found) in reader.requests.enumerated() {
            var request = found
            guard requests.count < RequestFile.requestLimit else {
                remark(request.offset, .requestsLeftOut(limit: RequestFile.requestLimit))
                return false
            }
            request.number = requests.count + 1
            request.title = title
            if index > 0 {
                // A command's further requests are called after the first one.
                let name = request.givenName ?? title
                request.givenName = nil
                request.title = name.isEmpty ? "" : "\(name) \(index + 1)"
            }
            request.line = source.position(of: request.offset).line
            request.fault = fault
            if !names.insert(request.name).inserted { remark(request.offset, .repeatedName(request.name)) }
            requests.append(request)
        }
        return true
    }

    private mutating func remark(_ offset: Int, _ matter: Remark.Matter) {
        remarkCount += 1
        let remark = Remark(source.position(of: offset), matter)
        // What prevents sending is never crowded out by what is merely left out.
        guard remarks.count >= RequestFile.remarkLimit else { return remarks.append(remark) }
        guard remark.preventsSending, let place = remarks.lastIndex(where: { !$0.preventsSending }) else { return }
        remarks[place] = remark
    }
}
