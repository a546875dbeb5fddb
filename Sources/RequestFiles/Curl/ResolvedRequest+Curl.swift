import FoundationEssentials

extension ResolvedRequest {
    /// A command line of curl, for bash, that sends the same request.
    ///
    /// Where the session's token goes along, the shell asks `tokenCommand` for it, so that the token is not in the
    /// line; the options come first. `nil` where no command line can hold the body, because it is not text; a file's path may stand for it.
    package func curlCommand(
        tokenCommand: String, bodyFile: String? = nil, options: [String] = []
    ) -> String? {
        var words = ["curl"] + options.map(\.shellWord)
        switch method {
        case "GET" where body == nil, "POST" where body != nil: break
        case "HEAD" where body == nil: words.append("--head")
        default: words += ["-X", method.shellWord]
        }
        if followsRedirects { words.append("-L") }
        // curl counts a slow second as a silent one, and whole seconds only.
        if let timeout {
            words += ["--speed-limit", "1", "--speed-time", "\(Int((timeout / .seconds(1)).rounded(.up)))"]
        }
        if let maximumTime { words += ["--max-time", "\(Double(maximumTime / .milliseconds(1)) / 1000)"] }
        if carriesSession { words += ["-H", "\"Authorization: Bearer $(\(tokenCommand))\""] }
        for header in headers {
            words += ["-H", (header.value.isEmpty ? "\(header.name);" : "\(header.name): \(header.value)").shellWord]
        }
        for name in omittedFields { words += ["-H", "\(name):".shellWord] }
        if let body {
            // curl calls data a form unless told otherwise.
            if !(headers.map(\.name) + omittedFields).contains(where: { $0.lowercased() == "content-type" }) {
                words += ["-H", "Content-Type:"]
            }
            if let bodyFile {
                words += ["--data-binary", "@\(bodyFile)".shellWord]
            } else {
                guard !body.contains(0), let text = String(validating: body, as: UTF8.self) else { return nil }
                words += ["--data-raw", text.shellWord]
            }
        }
        let address = url.absoluteString
        if address.contains(where: { "[]{}".contains($0) }) { words.append("--globoff") }
        return (words + [address.shellWord]).joined(separator: " ")
    }
}

extension String {
    /// One word for bash: in quotation marks unless it is plain, with control characters as escapes.
    ///
    /// An exclamation mark is quoted too: an interactive shell replaces it inside of double quotation marks only.
    var shellWord: String { shellWord(keepingLineBreaks: true) }

    /// The same with line breaks as escapes, too.
    var shellWordOnOneLine: String { shellWord(keepingLineBreaks: false) }

    private func shellWord(keepingLineBreaks: Bool) -> String {
        let isPlain = !isEmpty && utf8.allSatisfy { $0.isLetter || $0.isDigit || "-._/:=,@%+".utf8.contains($0) }
        if isPlain { return self }
        let hasControls = unicodeScalars.contains {
            $0.properties.generalCategory == .control && !(keepingLineBreaks && $0 == "\n")
        }
        guard hasControls else {
            return "'" + replacing("'", with: "'\\''") + "'"
        }
        var text = "$'"
        for scalar in unicodeScalars {
            switch scalar {
            case "'", "\\": text += "\\\(scalar)"
            case "\n": text += "\\n"
            case "\r": text += "\\r"
            case "\t": text += "\\t"
            case _ where scalar.properties.generalCategory == .control:
                // All four digits: what follows may be one too.
                let digits = String(scalar.value, radix: 16)
                text += "\\u" + String(repeating: "0", count: 4 - digits.count) + digits
            default: text.unicodeScalars.append(scalar)
            }
        }
        return text + "'"
    }
}
