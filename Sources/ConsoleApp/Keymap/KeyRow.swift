package import ConsoleKit
package import TerminalUI

/// A line of the tables of keys, for the help page, the command line and `help screens`.
package struct KeyRow: Sendable, Hashable {
    /// The action's name on the command line.
    package let name: String
    package let binding: Binding
    /// The pane or the dialog it works in; `nil` for everywhere.
    package let place: String?
    /// The screens it works on; empty for all.
    package private(set) var screens: [ScreenID] = []

    init(_ action: some KeyAction, place: String? = nil) {
        name = action.rawValue
        binding = action.binding
        self.place = place
    }

    static func rows<Action: KeyAction>(of _: Action.Type, place: String? = nil) -> [KeyRow] {
        Action.allCases.map { KeyRow($0, place: place) }
    }

    /// The rows of screens by the screens they work on, each row once.
    static func merged(_ rows: [(screen: ScreenID, rows: [KeyRow])]) -> [KeyRow] {
        var (merged, places): ([KeyRow], [KeyRow: Int]) = ([], [:])
        for (screen, rows) in rows {
            for var row in rows {
                if let place = places[row] {
                    merged[place].screens.append(screen)
                } else {
                    places[row] = merged.count
                    row.screens = [screen]
                    merged.append(row)
                }
            }
        }
        return merged
    }

    func works(on screen: ScreenID) -> Bool { screens.isEmpty || screens.contains(screen) }

    /// `screen 4: request`, `screens 1, 4: response`, `screen 5`; empty for what works everywhere.
    package var whereabouts: String {
        let numbers = screens.map(\.letter).sorted().joined(separator: ", ")
        let screens = screens.isEmpty ? "" : "\(screens.count == 1 ? "screen" : "screens") \(numbers)"
        return [screens, place ?? ""].filter { !$0.isEmpty }.joined(separator: ": ")
    }

    /// The keys as they are written: `q`, `Q ctrl-c`.
    package func keys(_ glyphs: Glyphs) -> String {
        binding.keys.map { $0.name(glyphs) }.joined(separator: " ")
    }
}
