import FoundationEssentials

extension ResolvedRequest {
    /// A command line of curl, for bash, that sends the same request.
    ///
    /// Where the session's token goes along, the shell asks `tokenCommand` for it, so that the token is not in the
    /// line; the options come first. `nil` where no command line can hold the body, because it is not text; a file's
    /// path may stand for it.
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
