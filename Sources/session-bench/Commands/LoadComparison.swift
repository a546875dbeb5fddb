import FoundationEssentials

/// Runs all subjects in turn, round after round, so that the machine's other load affects all of them.
struct LoadComparison {
    static let concurrencies = [16, 64]

    let length: Duration
    let rounds: Int

    func run(asJSON: Bool) async throws(BenchError) {
        let server = try BenchServer.spawn()
        defer { server.stop() }
        let subjects: [(name: String, subject: any LoadClient)] = [
            ("bare libcurl loop", BareLoop.plain),
            ("bare, the same request", BareLoop.authorized),
            ("CurlTransport", ClientSubject.transport),
            ("Session.send", ClientSubject.session()),
            ("Session.send, own thread", ClientSubject.session(on: .own)),
            ("Session.send, pooled", ClientSubject.session(on: .pool)),
        ]
        var results: [ComparisonTable.Row] = []
        for concurrency in Self.concurrencies {
            var runs = Array(repeating: [Run](), count: subjects.count)
            for _ in 0..<rounds {
                for (index, entry) in subjects.enumerated() {
                    runs[index].append(
                        try await entry.subject.run(server.url, concurrency: concurrency, length: length))
                }
            }
            for (index, entry) in subjects.enumerated() {
                results.append(
                    ComparisonTable.Row(
                        name: entry.name, concurrency: concurrency, runs: runs[index], baseline: runs[0]))
            }
        }
        let table = ComparisonTable(rows: results)
        print(asJSON ? table.json : table.text, terminator: "")
    }
}
