import Scenarios

/// The options of `prove`.
extension Option {
    static let clientKind = Option(
        "as", .text("KIND", ClientStage.Kind.allCases.map(\.rawValue)),
        help: "what COMMAND is: oauth (default), oidc, mcp, device or service")
    static let onlyChapter = Option(
        "only", .text("CHAPTER", Scenario.chapters.map(\.name)), repeats: true, help: "play this chapter")
    static let chapter = Option("chapter", .file("FILE"), repeats: true, help: "play a chapter of your own")
    static let example = Option(
        "example", .text("NAME", ExampleClient.allCases.map(\.rawValue)),
        help: "prove a small client that ships with the program, in place of COMMAND")
    static let ask = Option("ask", .text("URL"), help: "ask COMMAND's server for calls, by this page of it")
    static let askToSignOut = Option(
        "sign-out", .text("LINE|URL"), help: "ask COMMAND to sign out by this line or page, where a chapter does")
    static let replay = Option(
        "replay", .file("FILE"), help: "play again what did not hold, by the file that 'prove' has left")
    static let showChapter = Option(
        "show", help: "play one chapter, and open the console on its messages, step by step")
    static let listChapters = Option("list", help: "list the chapters that ship with the program")
    static let proofFormat = Option(
        "format", .text("FORMAT", ProofFormat.allCases.map(\.rawValue)),
        help: "how the results are printed: text, tap, junit, sarif, json or html (default: text)")
}
