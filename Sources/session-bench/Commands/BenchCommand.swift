import FoundationEssentials
import SessionCore

/// What the command line asks for.
enum BenchCommand {
    case compare(seconds: Double, rounds: Int, json: Bool)
    case load(url: URL, concurrency: Int, seconds: Double)
    /// The server of a comparison, run as a process of its own so that its work is not counted.
    case serve
    /// Frames of all screens, or only what has a name that begins so.
    case frames(String)
    /// What a refresh costs, by the size of the tokens.
    case refreshes
    case help

    static let usage = """
        Usage: session-bench [--seconds S] [--rounds N] [--json]
               session-bench load URL CONCURRENCY SECONDS
               session-bench frames [NAME]
               session-bench refreshes

        Without a command, compares a bare libcurl loop with what is built on it, on a keep-alive loopback server that
        answers 200 bytes, at concurrency 16 and 64: N rounds (5) of S seconds (1) each, interleaved. The loop sends
        plain requests; below it stands one with the header fields that Session.send sends. Session.send's tasks share
        the thread of the transfers; those of CurlTransport and of "own thread" have one of their own, as those of
        'session-console request --parallel' do; "pooled" is without.
        load drives any URL with GET requests of a session that carry a made-up token, and prints one line of JSON: \
        {"requests","seconds","p50_ms","p99_ms"}.
        frames times what the console does between a key and the terminal, on each screen or, with NAME, on that one.
        refreshes measures the CPU of a refresh with tokens of 40, 800 and 1,600 bytes, from a provider in memory.

        """

    init(arguments: [String]) throws(BenchError) {
        switch arguments.first {
        case "load": self = try Self.load(Array(arguments.dropFirst()))
        case "frames" where arguments.count <= 2: self = .frames(arguments.count == 2 ? arguments[1] : "")
        case "refreshes" where arguments.count == 1: self = .refreshes
        case "serve" where arguments.count == 1: self = .serve
        case "--help", "-h": self = .help
        default: self = try Self.compare(arguments)
        }
    }

    func run() async throws(BenchError) {
        switch self {
        case .compare(let seconds, let rounds, let json):
            try await LoadComparison(length: .seconds(seconds), rounds: rounds).run(asJSON: json)
        case .load(let url, let concurrency, let seconds):
            try await Load(url: url, concurrency: concurrency, length: .seconds(seconds)).run()
        case .serve:
            try await BenchServer.serveUntilInputEnds()
        case .frames(let part):
            FrameBench().run(part)
        case .refreshes:
            try await RefreshBench().run()
        case .help:
            print(Self.usage, terminator: "")
        }
    }

    private static func load(_ arguments: [String]) throws(BenchError) -> BenchCommand {
        guard arguments.count == 3 else { throw .usage("load takes a URL, a concurrency and a number of seconds.") }
        guard let url = URL(string: arguments[0]), Origin(url) != nil else {
            throw .usage("\(arguments[0]) is not an http or https URL.")
        }
        let concurrency = try wholeNumber(arguments[1], named: "CONCURRENCY", atMost: 10_000)
        return .load(url: url, concurrency: concurrency, seconds: try seconds(arguments[2], named: "SECONDS"))
    }

    private static func compare(_ arguments: [String]) throws(BenchError) -> BenchCommand {
        var length = 1.0
        var rounds = 5
        var json = false
        var arguments = arguments[...]
        while let argument = arguments.popFirst() {
            switch argument {
            case "--json": json = true
            case "--seconds": length = try seconds(arguments.popFirst(), named: argument)
            case "--rounds": rounds = try wholeNumber(arguments.popFirst(), named: argument, atMost: 1000)
            default: throw .usage("\(argument) is neither a command nor an option.")
            }
        }
        return .compare(seconds: length, rounds: rounds, json: json)
    }

    private static func wholeNumber(
        _ text: String?, named name: String, atMost limit: Int
    ) throws(BenchError) -> Int {
        guard let text, let number = Int(text), (1...limit).contains(number) else {
            throw .usage("\(name) must be a whole number from 1 to \(limit).")
        }
        return number
    }

    private static func seconds(_ text: String?, named name: String) throws(BenchError) -> Double {
        guard let text, let number = Double(text), number > 0, number <= 86_400 else {
            throw .usage("\(name) must be a number of seconds above 0.")
        }
        return number
    }
}
