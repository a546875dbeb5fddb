extension ShellReader {
    /// What a word is for.
    enum WordRole: Equatable {
        case argument
        /// The file that output goes to; the text begins at that place.
        case output(String.Index)
        /// The file that is the command's input.
        case input
        /// A text that is the command's input.
        case hereString
        /// What ends a here-document.
        case hereDocument(leavesOutTabs: Bool)
    }

    /// Lines behind the command that are its input.
    struct HereDocument {
        let end: String
        let leavesOutTabs: Bool
        /// Whether bash would fill nothing in.
        let isPlain: Bool
        /// Whether another command reads it, to which output is piped.
        let isBehindPipe: Bool
    }

    /// A sign that leads input or output elsewhere; digits before it name which.
    mutating func readRedirection(_ sign: Unicode.Scalar, at place: String.Index) throws(CurlFault) {
        var place = place
        if let word, !isQuoted, !word.isEmpty, word.allSatisfy({ ("0"..."9").contains($0) }) {
            place = text.index(place, offsetBy: -word.count)
            self.word = nil
        } else if let word {
            self.word = nil
            take(String(word), endingAt: place)
        }
        guard sign == "<" else {
            while let next = rest.first, ">|&".unicodeScalars.contains(next) { rest.removeFirst() }
            role = .output(place)
            return
        }
        guard rest.first == "<" else {
            role = .input
            if rest.first == "&" { throw .shellSyntax("<") }
            return
        }
        rest.removeFirst()
        if rest.first == "<" {
            rest.removeFirst()
            role = .hereString
        } else {
            let leavesOutTabs = rest.first == "-"
            if leavesOutTabs { rest.removeFirst() }
            role = .hereDocument(leavesOutTabs: leavesOutTabs)
        }
    }

    /// Puts a word where it belongs.
    mutating func take(_ word: String, endingAt place: String.Index) {
        defer { role = .argument }
        switch role {
        case .argument: command.words.append(word)
        case .output(let start): command.leftOut.append(String(text[start..<place]))
        case .input: command.input = .file(word)
        case .hereString: command.input = .text(word + "\n")
        case .hereDocument(let leavesOutTabs):
            documents.append(
                HereDocument(end: word, leavesOutTabs: leavesOutTabs, isPlain: isQuoted, isBehindPipe: pipe != nil))
        }
    }

    /// Reads the here-documents of a line whose command has just ended; the last one is the command's input.
    mutating func readHereDocuments() throws(CurlFault) {
        guard !documents.isEmpty else { return }
        let waiting = documents
        documents = []
        let behind = rest
        if command.separator == "\n" {
            if rest.first == "\n", text[..<rest.startIndex].last == "\r" { rest.removeFirst() }
        } else {
            // The line goes on with another command.
            guard let lineBreak = rest.firstIndex(where: { $0 == "\n" || $0 == "\r" }) else {
                throw .openHereDocument(waiting[0].end)
            }
            rest = rest[rest.index(after: lineBreak)...]
            defer {
                readDocuments = (lineBreak, rest.startIndex)
                rest = behind
            }
            return try read(waiting)
        }
        try read(waiting)
    }

    private mutating func read(_ documents: [HereDocument]) throws(CurlFault) {
        var fault: CurlFault?
        for document in documents {
            let text = try lines(of: document)
            let isPiped = pipe != nil && !document.isBehindPipe
            do throws(CurlFault) {
                let input = ShellCommand.Input.text(document.isPlain ? text : try Self.unescaped(text))
                if isPiped { pipe?.command.input = input } else { command.input = input }
            } catch {
                if isPiped, pipe?.command.fault == nil { pipe?.command.fault = error }
                fault = fault ?? error
            }
        }
        if let fault { throw fault }
    }

    private mutating func lines(of document: HereDocument) throws(CurlFault) -> String {
        var text = String.UnicodeScalarView()
        while !rest.isEmpty {
            var line = rest.prefix { $0 != "\n" }
            rest = rest[line.endIndex...].dropFirst()
            if line.last == "\r" { line.removeLast() }
            if document.leavesOutTabs { line = line.drop { $0 == "\t" } }
            if line.elementsEqual(document.end.unicodeScalars) { return String(text) }
            text.append(contentsOf: line)
            text.append("\n")
        }
        command.separator = nil
        throw .openHereDocument(document.end)
    }

    /// The text of a document whose end is not quoted: a backslash protects what bash would fill in.
    private static func unescaped(_ text: String) throws(CurlFault) -> String {
        var (rest, result) = (text.unicodeScalars[...], String.UnicodeScalarView())
        while let scalar = rest.popFirst() {
            if scalar == "\\", let next = rest.first, "$`\\\n".unicodeScalars.contains(next) {
                rest.removeFirst()
                if next != "\n" { result.append(next) }
            } else if scalar == "$" || scalar == "`", let expansion = ShellExpansion(scalar, rest) {
                throw .shellExpansion(expansion.name)
            } else {
                result.append(scalar)
            }
        }
        return String(result)
    }
}
