import Addresses

/// Fills in placeholders.
///
/// What variables stand for may hold placeholders again, to a depth of 32. All that one request's placeholders read and
/// write together is bounded by ``workLimit``, whatever they are defined by.
struct Expander {
    static let depthLimit = 32
    static let workLimit = 64 << 20
    /// What filling in one placeholder counts for, in bytes.
    private static let placeholderWork = 512

    let file: RequestFile
    let scope: VariableScope
    private let line: Int
    private let prompts: [String]
    private var work = 0
    /// The secrets that have been filled in.
    private(set) var secrets: Set<String> = []

    init(_ file: RequestFile, _ scope: VariableScope, for request: FileRequest) {
        self.file = file
        self.scope = scope
        line = request.line - 1
        prompts = request.prompts
    }

    mutating func text(of fragments: [Fragment], joinedBy separator: String = "") throws(Remark) -> String {
        var bytes: [UInt8] = []
        for (index, fragment) in fragments.enumerated() {
            if index > 0 { bytes += separator.utf8 }
            bytes += try fill(fragment)
        }
        return String(decoding: bytes, as: UTF8.self)
    }

    /// The fragment with all placeholders filled in.
    mutating func fill(_ fragment: Fragment) throws(Remark) -> [UInt8] {
        try fill(fragment.bytes, at: .shifted(by: fragment.offset - fragment.bytes.startIndex), names: [])
    }

    /// Fills in the text of a file; what is wrong in it is said of the place that names the file.
    mutating func fill(_ text: [UInt8], namedAt fragment: Fragment) throws(Remark) -> [UInt8] {
        try fill(text[...], at: .fixed(fragment.offset), names: [])
    }

    /// Where a text stands in the file.
    private enum Place {
        /// In the file itself.
        case shifted(by: Int)
        /// In the value of what stands at this index.
        case fixed(Int)

        func offset(of index: Int) -> Int {
            switch self {
            case .shifted(let shift): index + shift
            case .fixed(let offset): offset
            }
        }
    }

    /// `names` are the variables that the text is the value of, the outermost first.
    private mutating func fill(
        _ text: ArraySlice<UInt8>, at place: Place, names: [String]
    ) throws(Remark) -> [UInt8] {
        try spend(text.count, at: place.offset(of: text.startIndex))
        var filled: [UInt8] = []
        var rest = text
        while let found = Placeholder(firstIn: rest) {
            filled += rest[..<found.range.lowerBound]
            rest = rest[found.range.upperBound...]
            let offset = place.offset(of: found.range.lowerBound)
            let value = try self.value(of: found.name, at: offset, names: names)
            record(value, of: found.name)
            try spend(value.count + Self.placeholderWork, at: offset)
            filled += value
        }
        return filled + rest
    }

    /// Records a value that is secret; an encoded one is noted as it is without the encoding.
    private mutating func record(_ value: [UInt8], of name: String) {
        guard !name.hasPrefix("%"), value.count <= RequestFile.fieldLimit else { return }
        let text = String(decoding: value, as: UTF8.self)
        if scope.isSecret(text, of: name) { secrets.insert(text) }
    }

    private mutating func spend(_ count: Int, at offset: Int) throws(Remark) {
        work += count
        if work > Self.workLimit { throw remark(.tooMuch(limit: Self.workLimit), at: offset) }
    }

    private func remark(_ matter: Remark.Matter, at offset: Int) -> Remark {
        Remark(file.source.position(of: offset), matter)
    }

    private mutating func value(of name: String, at offset: Int, names: [String]) throws(Remark) -> [UInt8] {
        if name.hasPrefix("$") {
            do throws(Remark.Matter) {
                return Array(try DynamicValue(scope: scope).text(of: name).utf8)
            } catch {
                throw remark(error, at: offset)
            }
        }
        if name.hasPrefix("%") {
            let plain = String(name.dropFirst())
            let value = try self.value(of: plain, at: offset, names: names)
            record(value, of: plain)
            return Array(PercentEncoding.component(value).utf8)
        }
        if let given = scope.given[name] { return Array(given.utf8) }
        guard !names.contains(name), names.count < Self.depthLimit else { throw remark(.recursive(name), at: offset) }
        if let variable = definition(of: name) {
            return try fill(variable.value.bytes, at: .fixed(offset), names: names + [name]).withLineBreaks
        }
        if let value = scope.environment[name] {
            return try fill(Array(value.utf8)[...], at: .fixed(offset), names: names + [name])
        }
        do throws(Remark.Matter) {
            guard let reference = try AnswerReference(name) else {
                throw prompts.contains(name) ? .isPrompted(name) : .undefined(name)
            }
            return try reference.value(in: scope, of: file)
        } catch {
            throw remark(error, at: offset)
        }
    }

    /// The last definition before the request, or the first one behind it.
    private func definition(of name: String) -> FileVariable? {
        guard let all = file.definitions[name] else { return nil }
        return all.last { $0.line < line } ?? all.first
    }
}

extension [UInt8] {
    /// The value of a variable, in which `\n` stands for a line break.
    fileprivate var withLineBreaks: [UInt8] {
        guard self[...].firstPlace(of: "\\n") != nil else { return self }
        return Array(String(decoding: self, as: UTF8.self).replacing("\\n", with: "\n").utf8)
    }
}
