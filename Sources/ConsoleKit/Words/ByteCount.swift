/// A size for reading: `214 B`, `12.5 KiB`, `64 MiB`; powers of 1024.
package struct ByteCount: CustomStringConvertible, Sendable {
    let count: Int

    package init(_ count: Int) {
        self.count = count
    }

    package var description: String {
        guard count >= 1024 else { return "\(count) B" }
        var value = Double(count) / 1024
        for unit in ["KiB", "MiB"] {
            if value < 1024 { return "\(shown(value)) \(unit)" }
            value /= 1024
        }
        return "\(shown(value)) GiB"
    }

    private func shown(_ value: Double) -> String {
        let tenths = Int((value * 10).rounded())
        return value >= 100 || tenths % 10 == 0 ? "\(Int(value.rounded()))" : "\(tenths / 10).\(tenths % 10)"
    }
}
