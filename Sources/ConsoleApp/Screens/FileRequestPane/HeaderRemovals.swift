import ConsoleKit

/// The headers that were removed from files, so that they can be brought back as they were.
struct HeaderRemovals: Sendable {
    /// A header that was removed, and the bytes of its file before and after.
    struct Removal: Sendable {
        let path: String
        let name: String
        let before: [UInt8]
        let after: [UInt8]
    }

    private enum Change: Sendable {
        case removal(Removal)
        case restoration(Removal)
    }

    /// More removals than this can't be taken back.
    private static let capacity = 20

    /// The latest is the last.
    private var removals: [Removal] = []
    /// What is being written.
    private var change: Change?

    var isEmpty: Bool { removals.isEmpty }
    var isChanging: Bool { change != nil }

    /// Records a removal that is being written.
    mutating func begin(_ removal: Removal) { change = .removal(removal) }

    /// What brings the last header back; `nil` if none was removed, or while another change is written.
    mutating func beginRestoration() -> RequestEffect? {
        guard !isChanging, let removal = removals.last else { return nil }
        change = .restoration(removal)
        return .write(path: removal.path, old: removal.after, new: removal.before)
    }

    /// Takes up how writing has ended; the notice tells what was removed or brought back.
    mutating func applyWritten(_ result: Result<Void, RequestMessage.WriteFailure>) -> Notice? {
        defer { change = nil }
        switch (change, result) {
        case (.removal(let removal), .success):
            removals.append(removal)
            if removals.count > Self.capacity { removals.removeFirst() }
            let advice = "\(FileRequestPane.Action.restoreHeader.letter) restores it"
            return Notice(.plain, "Removed \(removal.name) from \(removal.path)", advice: advice)
        case (.restoration(let removal), .success):
            removals.removeLast()
            return Notice(.good, "\(removal.name) is back in \(removal.path)")
        // What has been changed since can't be as it was.
        case (.restoration, .failure(.changed)): removals.removeLast()
        case (nil, _), (.removal, .failure), (.restoration, .failure(.failed)): break
        }
        return nil
    }
}
