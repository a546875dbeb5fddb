import FoundationEssentials

/// What the result of a watch is about: an archive, or a command.
struct WatchSource: Sendable {
    let name: String
    /// The file that readers of a result show it at.
    let place: String

    init(archive path: String) { (name, place) = (path, path) }

    /// A server that is watched from its own side.
    init(server name: String) { (self.name, place) = (name, name) }

    /// A command by the first file of the present folder that it names, such as its script; `watch` without one.
    init(command words: [String]) {
        name = words.first.map { $0.split(separator: "/").last.map(String.init) ?? $0 } ?? "watch"
        place = words.first { Self.isFileHere($0) } ?? name
    }

    private static func isFileHere(_ word: String) -> Bool {
        !word.hasPrefix("/") && word.isPathOfFile
    }
}
