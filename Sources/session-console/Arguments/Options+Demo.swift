import Scenarios

/// The options of the provider that comes with the program, and of scenarios.
extension Option {
    static let demoProvider: [Option] = [
        .port, .apiPort, .tokenLifetime, .refreshLifetime, .grantLifetime, .opaque,
    ]
    static let demoTour: [Option] = [.tour, .speed]
    static let scenario: [Option] = [.headless, .format, .speed, .realTime, .list, .passwordFile]

    static let port = Option("port", .text("N"), help: "the provider's port (default: any free one)")
    static let apiPort = Option("api-port", .text("N"), help: "the demo API's port (default: any free one)")
    static let tokenLifetime = Option("token-lifetime", .time, help: "lifetime of access tokens (default: 60s)")
    static let refreshLifetime = Option(
        "refresh-lifetime", .time, help: "lifetime of refresh tokens (default: 10m)")
    static let grantLifetime = Option(
        "grant-lifetime", .time, help: "how long a sign-in lasts at most; token answers then say so")
    static let logoutURI = Option(
        "backchannel-logout-uri", .text("URL"), help: "where the announced clients receive logout tokens")
    static let opaque = Option("opaque", help: "issue opaque access tokens, not JWTs")
    static let watchProvider = Option("watch", help: "show its sessions, tokens, requests and switches")
    static let tour = Option("tour", help: "play the story of a session, step by step")
    static let headless = Option("headless", help: "play without a terminal, as a test")
    static let format = Option(
        "format", .text("FORMAT", ResultFormat.allCases.map(\.rawValue)),
        help: "how results are printed: text, tap, junit or json (default: text)")
    static let speed = Option("speed", .text("X"), help: "the speed, as a multiple of reading speed (default: 1)")
    static let realTime = Option("real-time", help: "wait in real time on the demo too")
    static let list = Option("list", help: "list the scenarios that ship with the program")
    static let passwordFile = Option(
        "password-file", .file("FILE"), help: "file with the password of the scenario's user")
}
