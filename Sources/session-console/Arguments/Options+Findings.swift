import ClientObservation
import Doctor

/// The options of commands that look into what others do: `doctor`, `watch` and the reports of both.
extension Option {
    /// An examination that signs in.
    static let examination: [Option] = [.behaviour, .triesTokens, .otherResource] + signIn + [.yes]

    static let html = Option("html", help: "print HTML, not Markdown")
    static let behaviour = Option("behaviour", help: "also sign in, and try what refreshes and revocations do")
    static let triesTokens = Option("tokens", help: "also send forged tokens to the resource, which must be yours")
    static let otherResource = Option(
        "other-resource", .text("URL"), help: "also send a token that is issued for URL, which must be refused")
    static let demands = Option(
        "as", .text("WHAT", Demands.allCases.map(\.rawValue)),
        help: "judge by more: oidc, oauth21, fapi2, mcp or a revision of it")
    static let diagnosisFormat = Option(
        "format", .text("FORMAT", DiagnosisFormat.allCases.map(\.rawValue)),
        help: "how the findings are printed: text, json, tap, junit, markdown or sarif")
    static let baseline = Option(
        "baseline", .file("FILE"), help: "what an earlier --format json has is no news, and no failure")
    static let archive = Option("from", .file("FILE"), help: "the HTTP Archive (HAR) to look into")
    static let host = Option("host", .text("HOST"), repeats: true, help: "watch this host, on all ports")
    static let tunnel = Option(
        "tunnel", .text("HOST"), repeats: true, help: "pass this host unopened, whatever else names it")
    static let findingFormat = Option(
        "format", .text("FORMAT", FindingFormat.allCases.map(\.rawValue)),
        help: "how the findings are printed: text, tap, junit, json or sarif (default: text)")
    static let failOn = Option(
        "fail-on", .text("WEIGHT", FindingThreshold.allCases.map(\.rawValue)),
        help: "exit with status 23 at an error (default), at a warning too, or never")
    static let listen = Option("listen", .text("PORT"), help: "listen on this loopback port (default: any free one)")
    static let ownBrowser = Option(
        "browser", help: "open COMMAND's sign-in in a Chromium of the watch's own, whose answer is seen")
    static let serve = Option(
        "serve", .text("[ADDRESS:]PORT"), help: "stand before a server of yours, on loopback, and watch its clients")
    static let to = Option(
        "to", .text("[PATH=]URL"), repeats: true,
        help: "the server behind --serve; with PATH, where that and all below it goes")
    static let inject = Option(
        "inject", .text("NAME[@N]", ClientFault.all.map(\.name)), repeats: true,
        help: "inject a fault, into the N-th message that it can strike (default: 1)")
    static let expect = Option(
        "expect", .text("COUNT"), repeats: true,
        help: "what the client must have done, as '1 refresh, no reuses'; else status 23")
}
