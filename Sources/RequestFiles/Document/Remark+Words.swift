extension Remark {
    /// Whether the request at that place can't be sent.
    package var preventsSending: Bool {
        switch matter {
        case .scriptBefore, .scriptAfter, .responseFile, .savedResponse, .inclusion, .unknownDirective, .badDirective,
            .strayLine, .repeatedName, .curlOptionLeftOut, .requestsLeftOut, .remarksLeftOut:
            false
        default: true
        }
    }

    /// Whether something that the file asks for is not done.
    package var isSkipped: Bool {
        switch matter {
        case .scriptBefore, .scriptAfter, .responseFile, .inclusion, .unknownDirective, .badDirective, .strayLine,
            .requestsLeftOut, .remarksLeftOut:
            true
        default: false
        }
    }

    /// Whether an answer lacks what a placeholder refers to: the file may be right, and the server's answer another.
    package var isAboutAnswer: Bool {
        switch matter {
        case .noField, .bodyNotJSON, .nothingAt: true
        default: false
        }
    }

    /// Whether an answer that is not known yet may decide otherwise.
    package var mayDependOnAnswer: Bool {
        switch matter {
        case .badURL, .file, .badGraphQL, .schemeNotDone: true
        default: false
        }
    }

    /// What stands there, as a clause without a full stop; it may quote the file.
    package var words: String {
        switch matter {
        case .scriptBefore: "a script that runs before sending; scripts are not run"
        case .scriptAfter: "a script that handles the response; scripts are not run"
        case .responseFile: "the response is not written to a file"
        case .savedResponse: "a saved response; it is not read"
        case .inclusion(let word): "'\(word)' uses requests of another file; that is not supported"
        case .unknownDirective(let name): "unknown '@\(name)'"
        case .badDirective(let name, let expected): "'@\(name)' needs \(expected)"
        case .strayLine: "this follows the response handler and belongs to nothing"
        case .repeatedName(let name): "another request is already called '\(name)'"
        case .curlOptionLeftOut(let option, .insecure): "\(option) is refused: certificates are always checked"
        case .curlOptionLeftOut(let option, .setting): "\(option) is left out"
        case .curlOptionLeftOut(let text, .afterwards): "'\(text.prefix(80))' is shell syntax and is left out"
        case .requestsLeftOut(let limit): "a file holds at most \(limit) requests; the rest is left out"
        case .remarksLeftOut(let count): "\(count) more remarks are left out"
        case .notRequestLine: "this is not a request line"
        case .notHeader: "this is not a header field"
        case .notText: "this is not UTF-8"
        case .controlCharacter(let byte): "a control character (\(Self.hexadecimal(byte))) can't be sent here"
        case .lineTooLong(let limit): "this is longer than \(limit >> 10) KiB"
        case .protocolNotSpoken(let name): "\(name) is not supported"
        case .serverWide: "a request to the server as a whole ('*') can't be sent"
        case .schemeNotDone(let scheme): "the authentication scheme \(scheme) is not supported"
        case .encodingNotDone(let name): "unknown encoding \(name)"
        case .curl(let fault): fault.words
        case .undefined(let name): "'\(name)' is not defined"
        case .isPrompted(let name): "'\(name)' needs a value when the request is sent"
        case .recursive(let name): "'\(name)' is defined in terms of itself"
        case .tooMuch(let limit): "the placeholders expand to more than \(limit >> 20) MiB"
        case .unknownDynamic(let name): "unknown '\(name)'"
        case .badDynamic(let name, let expected): "'\(name)' needs \(expected)"
        case .variableNotAllowed(let name): "the file asks for the environment variable \(name)"
        case .noEnvironmentVariable(let name): "the environment variable \(name) is not set"
        case .notInDotEnv(let name): "'\(name)' is not in the file .env"
        case .sessionToken(let name):
            "'\(name)' is the session's token, which goes only to the session's API, in the field Authorization"
        case .idToken(let name):
            "'\(name)' is an ID token, which is for this program alone and not for an API "
                + "(OpenID Connect Core 1.0 §2): send the access token, {{$auth.token}}"
        case .notReferable(let text): "'\(text)' is not a part of a request or an answer"
        case .notAnswered(let request): "'\(request)' has not been answered yet"
        case .noSuchRequest(let name): "no request is called '\(name)'"
        case .noField(let field, let request): "the answer to '\(request)' has no field \(field)"
        case .bodyNotJSON(let request): "the answer to '\(request)' is not JSON, or too large to be searched"
        case .nothingAt(let path, let request): "the answer to '\(request)' has nothing at \(path)"
        case .badPath(let path): "'\(path)' is not a supported path"
        case .file(path: "", _): "no file is named"
        case .file(let path, let reason): "\(path): \(reason.words)"
        case .badURL: "the result is not a URL"
        case .noBase: "the target is a path, but neither a Host field nor --api names its host"
        case .badGraphQL: "the query is empty"
        }
    }

    /// What to do next; `nil` where that goes without saying.
    package var advice: String? {
        switch matter {
        case .inclusion: "Name that file itself."
        case .repeatedName: "Rename one of them; the first is the one that is found."
        case .curlOptionLeftOut(_, .insecure): "To trust a certificate of your own, use --ca-file."
        case .curlOptionLeftOut(_, .setting(let option)): "Use \(option) instead."
        case .strayLine: "Begin another request with a line '###'."
        case .notRequestLine: "Write METHOD and a URL, as in 'GET https://api.example.com/orders'."
        case .notHeader: "Write 'Name: value', or leave a line empty before the body."
        case .notText: "Save the file as UTF-8."
        case .controlCharacter: "Remove it, or percent-encode it."
        case .schemeNotDone: "With 'Bearer' instead, the session's token is sent."
        case .encodingNotDone: "Use utf8 or latin1."
        case .curl(let fault): fault.advice
        case .undefined(let name), .isPrompted(let name): "Give it with --variable \(name)=VALUE."
        case .tooMuch: "Take the text from a file, with '< FILE' as the body."
        case .variableNotAllowed(let name): "If the file may read it, add --allow-variable \(name)."
        case .noEnvironmentVariable(let name): "Set \(name), or give a value in the file."
        case .notReferable:
            "Write NAME.response.body.$.path, NAME.response.headers.FIELD or NAME.response.status; or 'request' for "
                + "what was sent."
        case .notAnswered: "Send that one first."
        case .badPath: "Write names, numbers and filters, as in $.items[0].id or $.items[?(@.name=='x')].id."
        case .file(_, .outside): "If it may be sent, add --outside-files."
        case .badURL: "See what its placeholders stand for; a URL begins with https:// and has no line break."
        case .noBase: "Write the full URL, or name the API with --api."
        default: nil
        }
    }

    private static func hexadecimal(_ byte: UInt8) -> String {
        "0x" + (byte < 16 ? "0" : "") + String(byte, radix: 16, uppercase: true)
    }
}

extension FileRefusal {
    /// The reason as a clause.
    package var words: String {
        switch self {
        case .outside: "it lies outside the folder of the request file"
        case .tooLarge(let limit): "it is larger than \(limit >> 20) MiB"
        case .unreadable(let reason): reason
        }
    }
}

extension CurlFault {
    /// What is wrong, as a clause; it may quote the command.
    package var words: String {
        switch self {
        case .unknownOption(let option): "unknown curl option \(option)"
        case .optionNotDone(let option): "the curl option \(option) is not supported"
        case .missingArgument(let option): "the curl option \(option) needs a value"
        case .badArgument(let option, let expected): "the curl option \(option) needs \(expected)"
        case .openQuote: "a quotation mark is not closed"
        case .openHereDocument(let end): "the here-document does not end with a line '\(end)'"
        case .shellSyntax("\n"): "the command ends here, but more text follows"
        case .shellSyntax(let character): "'\(character)' is shell syntax, but no shell runs"
        case .shellExpansion(let text): "'\(text)' needs a shell to expand it, but no shell runs"
        case .glob(let text): "'\(text)' makes several URLs of one"
        case .noInput: "the command reads standard input, which is not available"
        case .noURL: "the curl command has no URL"
        case .severalRequests: "the curl command makes several requests"
        case .tooManyURLs(let limit): "the curl command has more than \(limit) URLs"
        case .notCurl: "this is not a curl command"
        }
    }

    package var advice: String? {
        switch self {
        case .unknownOption, .optionNotDone: "Remove it, or write the request with method, URL and header lines."
        case .shellSyntax("\n"): "End the line with '\\' where the next one belongs to it."
        case .shellSyntax: "Quote it, or give curl's command alone."
        case .shellExpansion(let text) where text.hasPrefix("$(") || text.hasPrefix("`"):
            "Write what the command prints in its place, or quote it with '…' if it is literal text."
        case .shellExpansion(let text) where text.hasPrefix("$"):
            "Write {{$processEnv \(text.filter { $0.isLetter || $0.isNumber || $0 == "_" })}} in its place, or "
                + "quote it with '…' if it is literal text."
        case .shellExpansion: "Quote it with '…' if it is literal text."
        case .glob: "Write one command for each, or add -g if it is literal text."
        case .noInput: "Name a file with '< FILE', or give the text as a here-document."
        case .severalRequests: "Write one command for each."
        case .tooManyURLs: "Write several commands."
        default: nil
        }
    }
}
