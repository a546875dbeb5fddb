/// Lays JSON out for reading: one member a line, short containers on one line, every literal as it came but for letters
/// that came as escapes.
///
/// Works on bytes in one pass and builds no tree, so that what a server sends can't cost more than a few times its
/// size.
package struct JSONLayout {
    package private(set) var lines: LineBuffer
    /// For a line that opens an object or array, the line that closes it.
    private(set) var closingLines: [Int: Int]
    /// How much of the text is laid out: all of it, unless it was cut or has too many lines.
    let consumed: Int

    /// Where the text stops being JSON.
    package struct SyntaxError: Error, Equatable {
        let offset: Int
        /// Whether it may be JSON, but is nested more than ``deepest`` levels deep.
        var isTooDeep = false
    }

    static let deepest = 200

    /// `isCut` says that the text may end anywhere, because the rest of it was left out.
    package init(_ text: [UInt8], isCut: Bool = false, mostLines: Int = LineBuffer.mostLines) throws(SyntaxError) {
        var layouter = JSONLayouter(text, isCut: isCut, mostLines: mostLines)
        try layouter.run()
        consumed = layouter.position
        lines = LineBuffer(bytes: layouter.output, starts: layouter.starts)
        closingLines = layouter.closingLines
    }
}

private struct JSONLayouter {
    private let input: [UInt8]
    private let isCut: Bool
    private let mostLines: Int
    private(set) var position = 0
    private(set) var output: [UInt8] = []
    private(set) var starts: [UInt32] = [0]
    private(set) var closingLines: [Int: Int] = [:]
    private var containers: [Container] = []

    /// The characters of a container on one line, its indentation included.
    private static let longestInline = 66

    private struct Container {
        let isObject: Bool
        /// The line it was opened on, and where in the output.
        let line: Int
        let start: Int
        var isEmpty = true
        /// The value on one line, while it is short and holds no other container.
        var inline: [UInt8]?
    }

    init(_ input: [UInt8], isCut: Bool, mostLines: Int) {
        (self.input, self.isCut, self.mostLines) = (input, isCut, mostLines)
        output.reserveCapacity(input.count + input.count / 2)
    }

    mutating func run() throws(JSONLayout.SyntaxError) {
        do throws(JSONLayout.SyntaxError) {
            try layOut()
        } catch {
            guard isCut, position >= input.count else { throw error }
            position = input.count
        }
    }

    private mutating func layOut() throws(JSONLayout.SyntaxError) {
        try value()
        while let container = containers.last {
            if starts.count > mostLines { return }
            skipSpace()
            if peek == (container.isObject ? 0x7D : 0x5D) {
                close()
            } else {
                try element(of: container)
            }
        }
        skipSpace()
        guard position == input.count else { throw error }
    }

    private var peek: UInt8? { position < input.count ? input[position] : nil }
    private var error: JSONLayout.SyntaxError { JSONLayout.SyntaxError(offset: position) }

    private mutating func skipSpace() {
        while let byte = peek, byte == 0x20 || byte == 0x0A || byte == 0x0D || byte == 0x09 { position += 1 }
    }

    private mutating func element(of container: Container) throws(JSONLayout.SyntaxError) {
        if !container.isEmpty {
            guard peek == 0x2C else { throw error }
            position += 1
            skipSpace()
            emit([0x2C], inline: [0x2C, 0x20])
        }
        containers[containers.count - 1].isEmpty = false
        newLine(depth: containers.count)
        if container.isObject {
            guard peek == 0x22 else { throw error }
            emit(JSONEscapes.read(try string()))
            skipSpace()
            guard peek == 0x3A else { throw error }
            position += 1
            skipSpace()
            emit([0x3A, 0x20], inline: [0x3A, 0x20])
        }
        try value()
    }

    private mutating func value() throws(JSONLayout.SyntaxError) {
        skipSpace()
        guard let byte = peek else { throw error }
        switch byte {
        case 0x7B, 0x5B: try open(isObject: byte == 0x7B)
        case 0x22:
            emit(JSONEscapes.read(try string()))
        default: emit(try literal())
        }
    }

    private mutating func open(isObject: Bool) throws(JSONLayout.SyntaxError) {
        guard containers.count < JSONLayout.deepest else {
            throw JSONLayout.SyntaxError(offset: position, isTooDeep: true)
        }
        if let parent = containers.indices.last { containers[parent].inline = nil }
        containers.append(
            Container(isObject: isObject, line: starts.count - 1, start: output.count, inline: []))
        position += 1
        output.append(isObject ? 0x7B : 0x5B)
    }

    private mutating func close() {
        let container = containers.removeLast()
        position += 1
        let (left, right): (UInt8, UInt8) = container.isObject ? (0x7B, 0x7D) : (0x5B, 0x5D)
        if let inline = container.inline {
            output.removeSubrange(container.start...)
            starts.removeSubrange((container.line + 1)...)
            output.append(left)
            if container.isObject, !inline.isEmpty { output.append(0x20) }
            output += inline
            if container.isObject, !inline.isEmpty { output.append(0x20) }
        } else {
            newLine(depth: containers.count)
            closingLines[container.line] = starts.count - 1
        }
        output.append(right)
    }

    private mutating func newLine(depth: Int) {
        output.append(0x0A)
        starts.append(UInt32(output.count))
        output.append(contentsOf: repeatElement(0x20, count: depth * 2))
    }

    private mutating func emit(_ text: ArraySlice<UInt8>) { emit(text, inline: Array(text)) }

    private mutating func emit(_ text: ArraySlice<UInt8>, inline: [UInt8]) {
        output += text
        guard let last = containers.indices.last, var line = containers[last].inline else { return }
        line += inline
        let isContinued = { (byte: UInt8) in byte & 0xC0 == 0x80 }
        let characters = line.count < 4 * Self.longestInline ? line.count { !isContinued($0) } : line.count
        containers[last].inline = last * 2 + characters + 4 <= Self.longestInline ? line : nil
    }

    private mutating func string() throws(JSONLayout.SyntaxError) -> ArraySlice<UInt8> {
        let start = position
        position += 1
        while let byte = peek {
            position += 1
            switch byte {
            case 0x22: return input[start..<position]
            case 0x5C: position += 1
            case ..<0x20:
                position -= 1
                throw error
            default: break
            }
        }
        position = input.count
        // What there is of a string that was cut is shown.
        if isCut { return input[start...] }
        throw error
    }

    private mutating func literal() throws(JSONLayout.SyntaxError) -> ArraySlice<UInt8> {
        let start = position
        while let byte = peek, byte > 0x20, byte != 0x2C, byte != 0x5D, byte != 0x7D, byte != 0x3A { position += 1 }
        let text = input[start..<position]
        let isNumber =
            (text.first == 0x2D || text.first.map(isDigit) ?? false) && text.last.map(isDigit) ?? false
            && text.allSatisfy { isDigit($0) || [0x2B, 0x2D, 0x2E, 0x45, 0x65].contains($0) }
        guard isNumber || ["true", "false", "null"].contains(where: { text.elementsEqual($0.utf8) }) else {
            // What is left of a literal that was cut is not judged.
            if !isCut || position < input.count { position = start }
            throw error
        }
        return text
    }

    private func isDigit(_ byte: UInt8) -> Bool { (0x30...0x39).contains(byte) }
}
