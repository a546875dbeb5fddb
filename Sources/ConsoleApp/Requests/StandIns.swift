import Synchronization

/// Stands in a request for values that are new with each sending, until they are shown as their placeholders.
final class StandIns: Sendable {
    private let names = Mutex<[String]>([])

    /// Digits only, all marks of one length: nothing in it is encoded in a URL or a form, and it is a number in JSON.
    private static func mark(_ index: Int) -> String { "\(start)\(10_000_000 + index)" }
    private static let start = "7316294"

    /// Whether one of them may stand in a text.
    static func mayStand(in text: String) -> Bool { text.contains(start) }

    func mark(for name: String) -> String {
        names.withLock { names in
            if let index = names.firstIndex(of: name) { return Self.mark(index) }
            names.append(name)
            return Self.mark(names.count - 1)
        }
    }

    /// The placeholders, each once, in the order in which they were filled in.
    var placeholders: [String] { names.withLock { $0.map { "{{\($0)}}" } } }

    /// The text with placeholders in place of the marks.
    func shown(_ text: String) -> String {
        placeholders.enumerated().reduce(text) { $0.replacing(Self.mark($1.offset), with: $1.element) }
    }
}
