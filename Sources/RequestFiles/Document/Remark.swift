/// What is to be said of a place in a file: a part that is left out, or why a request can't be sent.
package struct Remark: Error, Sendable, Hashable {
    package var position: SourcePosition
    package var matter: Matter

    package init(_ position: SourcePosition, _ matter: Matter) {
        self.position = position
        self.matter = matter
    }

    package enum Matter: Error, Sendable, Hashable {
        // Left out; the request is sent without it.
        case scriptBefore
        case scriptAfter
        case responseFile
        case savedResponse
        case inclusion(String)
        case unknownDirective(String)
        case badDirective(name: String, expected: String)
        case strayLine
        case repeatedName(String)
        case curlOptionLeftOut(String, because: CurlOmission)
        case requestsLeftOut(limit: Int)
        case remarksLeftOut(Int)

        // The request can't be sent.
        case notRequestLine
        case notHeader
        case notText
        case controlCharacter(UInt8)
        case lineTooLong(limit: Int)
        case protocolNotSpoken(String)
        case serverWide
        case schemeNotDone(String)
        case encodingNotDone(String)
        case curl(CurlFault)

        // Found when the placeholders are filled in.
        case undefined(String)
        case isPrompted(String)
        case recursive(String)
        case tooMuch(limit: Int)
        case unknownDynamic(String)
        case badDynamic(String, expected: String)
        case variableNotAllowed(String)
        case noEnvironmentVariable(String)
        case notInDotEnv(String)
        /// The value stands for the session's token, which goes to the session's API only.
        case sessionToken(String)
        /// The value stands for an ID token, which goes to no API.
        case idToken(String)
        case notReferable(String)
        case notAnswered(request: String)
        case noSuchRequest(String)
        case noField(String, of: String)
        case bodyNotJSON(of: String)
        case nothingAt(path: String, of: String)
        case badPath(String)
        case file(path: String, reason: FileRefusal)
        case badURL
        case noBase
        case badGraphQL
    }
}

/// Why the bytes of a file can't be had.
package enum FileRefusal: Error, Sendable, Hashable {
    /// The file lies outside the folder of the request file.
    case outside
    case tooLarge(limit: Int)
    /// Why it can't be read, in words.
    case unreadable(String)
}

/// Why an option of curl is left out.
package enum CurlOmission: Sendable, Hashable {
    /// The option would take the check of the server's certificate away.
    case insecure
    /// The option is for the profile or the command line to say.
    case setting(String)
    /// The option is what the shell would do with the answer.
    case afterwards
}

/// Why a curl command makes no request.
package enum CurlFault: Error, Sendable, Hashable {
    case unknownOption(String)
    case optionNotDone(String)
    case missingArgument(String)
    case badArgument(String, expected: String)
    case openQuote
    /// The line that ends a here-document is not there.
    case openHereDocument(String)
    case shellSyntax(Character)
    /// The shell would put something else in its place.
    case shellExpansion(String)
    /// The pattern stands for several URLs.
    case glob(String)
    /// The command reads a standard input that it has not got.
    case noInput
    case noURL
    case severalRequests, tooManyURLs(limit: Int)
    case notCurl
}

extension CurlFault {
    /// Whether the text that follows may belong to the command.
    var isOpen: Bool {
        switch self {
        case .openQuote, .openHereDocument: true
        default: false
        }
    }
}
