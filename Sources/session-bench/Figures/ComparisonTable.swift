/// The figures of a comparison: medians over the rounds, beside their ratio to the first subject's.
struct ComparisonTable {
    struct Row {
        let name: String
        let concurrency: Int
        let runs: [Run]
        let baseline: [Run]

        func median(_ figure: (Run) -> Double) -> Double {
            Self.median(runs.map(figure))
        }

        /// The median of the ratios of runs in the same round.
        func ratio(_ figure: (Run) -> Double) -> Double {
            Self.median(zip(runs, baseline).map { figure($0) / figure($1) })
        }

        private static func median(_ values: [Double]) -> Double {
            let sorted = values.sorted()
            guard !sorted.isEmpty else { return 0 }
            return (sorted[(sorted.count - 1) / 2] + sorted[sorted.count / 2]) / 2
        }
    }

    let rows: [Row]

    var text: String {
        let titles = ["", "requests/s", "ratio", "CPU µs/request", "ratio", "p50 ms", "p99 ms"]
        var lines = [titles]
        var concurrency = 0
        for row in rows {
            if row.concurrency != concurrency { lines.append(["concurrency \(row.concurrency)"]) }
            concurrency = row.concurrency
            lines.append([
                "  " + row.name, row.median(\.requestsPerSecond).text(0), row.ratio(\.requestsPerSecond).text(2),
                row.median(\.processorMicroseconds).text(1), row.ratio(\.processorMicroseconds).text(2),
                row.median { $0.milliseconds(0.5) }.text(3), row.median { $0.milliseconds(0.99) }.text(3),
            ])
        }
        let widths = titles.indices.map { column in lines.map { $0.count > column ? $0[column].count : 0 }.max() ?? 0 }
        return lines.map { line in
            line.enumerated().map { column, cell in
                let space = String(repeating: " ", count: widths[column] - cell.count)
                return column == 0 ? cell + space : space + cell
            }
            .joined(separator: "  ") + "\n"
        }
        .joined()
    }

    /// One line for each subject and concurrency.
    var json: String {
        rows.map { row in
            """
            {"subject":"\(row.name)","concurrency":\(row.concurrency),\
            "requests_per_second":\(row.median(\.requestsPerSecond).rounded(1)),\
            "requests_per_second_ratio":\(row.ratio(\.requestsPerSecond).rounded(3)),\
            "cpu_us_per_request":\(row.median(\.processorMicroseconds).rounded(2)),\
            "cpu_us_per_request_ratio":\(row.ratio(\.processorMicroseconds).rounded(3)),\
            "p50_ms":\(row.median { $0.milliseconds(0.5) }.rounded(3)),\
            "p99_ms":\(row.median { $0.milliseconds(0.99) }.rounded(3))}

            """
        }
        .joined()
    }
}
