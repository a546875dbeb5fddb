/// The options of commands that send requests.
extension Option {
    /// A request of the command line's own.
    static let call: [Option] = [.method, .header, .data, .noAuth]
    /// Requests of a file.
    static let requestFile: [Option] = [.env, .variable, .allowVariable, .outsideFiles]
    static let requestOfFile: [Option] = [.file] + requestFile
    /// How answers are printed and kept.
    static let answers: [Option] = [.include, .fail, .json, .har] + recording

    static let method = Option(
        "request", letter: "X", .text("METHOD", ["GET", "POST", "PUT", "PATCH", "DELETE", "HEAD", "OPTIONS"]),
        help: "the method (default: GET, POST with -d)")
    static let header = Option(
        "header", letter: "H", .text("'Name: value'").withSecret, repeats: true, help: "add a header field")
    static let data = Option(
        "data", letter: "d", .text("DATA|@FILE|@-"), help: "send this, a file or standard input as the body")
    static let include = Option("include", letter: "i", help: "print the status line and headers too")
    static let noAuth = Option("no-auth", help: "send no token")
    static let fail = Option("fail", letter: "f", help: "exit with status 22 if the answer is 400 or above")
    static let `repeat` = Option("repeat", .text("N"), help: "send it N times and print a summary")
    static let parallel = Option("parallel", .text("C"), help: "how many calls at a time (default: 1)")
    static let file = Option(
        "file", .file("FILE"), help: "the file with @NAME (default: the folder's .http and .rest files)")
    static let name = Option("name", .text("NAME"), help: "send the request of that name, title or number (#2)")
    static let env = Option("env", .text("NAME"), help: "the environment of http-client.env.json to use")
    static let variable = Option(
        "variable", .text("NAME=VALUE"), repeats: true, help: "the value of {{NAME}}, overriding the file")
    static let allowVariable = Option(
        "allow-variable", .text("NAME"), repeats: true, help: "an environment variable that the file may read")
    static let outsideFiles = Option("outside-files", help: "let '< FILE' read files outside the request file's folder")
}

extension CommandContext {
    var includesHead: Bool { invocation.contains(.include) }
    /// The name of the one request of the file to send.
    var requestName: String? { invocation.value(of: .name) }
}
