import SessionCore
import TerminalUI
import Testing
import TestSupport

@testable import ConsoleApp
@testable import ConsoleKit

/// Pastes into every text field of the console.
@Suite(.timeLimit(.minutes(5)), .limitedParallelism)
struct FieldPasteTests {
    /// A text field, and the keys that open it.
    struct Place: Sendable, CustomTestStringConvertible {
        let screen: ScreenID
        let keys: [Key]

        var testDescription: String {
            "\(screen): " + keys.map { $0.name(.unicode) }.joined(separator: " ")
        }

        /// The console with the field open and empty.
        func open(_ console: Console) -> Console {
            var console = console
            for key in keys { console.press(key) }
            if case .starting(.browser, since: _)? = (console.dialog as? SignInDialog)?.stage {
                console.send(.authorizationURLReady("http://127.0.0.1:1/authorize", openedInBrowser: false))
            }
            if console.openField?.isEmpty == false { console.press(.control("u")) }
            return console
        }
    }

    private static let console: Console = {
        var console = Console.inspecting()
        if let library = try? RequestSamples.library() { console.send(.libraryRead(library)) }
        console.press(.character("1"))
        console.exchange(Samples.answer(Samples.orders))
        return console
    }()

    /// Every field that a key opens in a pane, or in a dialog that a key opens there.
    static let places: [Place] =
        ScreenID.ofSession.flatMap { screen -> [Place] in
            let everywhere = Set(
                ShellAction.allCases.flatMap(\.binding.keys) + ScreenID.ofSession.flatMap(\.binding.keys))
            let keys = Keymap.rows(of: screen).flatMap(\.binding.keys)
            var places: [Place] = []
            for pane in screen.type.paneTitles.indices {
                let start = screen.binding.keys + Array(repeating: Key.tab, count: pane)
                for key in Set(keys) where pane == 0 || !everywhere.contains(key) {
                    let place = Place(screen: screen, keys: start + [key])
                    let console = place.open(console)
                    if console.openField != nil { places.append(place) }
                    guard pane == 0, console.dialog != nil, console.openField == nil else { continue }
                    places += "abcdefghijklmnoprstuvwxyz/".map {
                        Place(screen: screen, keys: start + [key, .character($0)])
                    }
                    .filter { $0.open(Self.console).openField != nil }
                }
            }
            // A curl command is taken over as soon as it is pasted.
            return places.filter { !$0.open(console).fieldName.contains("curl") }
        } + [Place(screen: .session, keys: [.character("1"), .character("G"), .character("a")])]

    @Test func `every kind of field is found`() {
        let found = Set(Self.places.map { $0.open(Self.console).fieldName })
        for name in [
            "Editing: Path or URL", "Editing: New header", "Editing: Body", "Editing: Method and URL", "Method:", ":",
            "Burst: how many calls at once?",
            "Search in response:", "Filter events:", "Filter:", "Filter keys:", "Save the body as:",
            "Save the diagram (.mmd) or a ticket (.md) as:", "username", "redirect", "import",
        ] {
            #expect(found.contains(name), "\(name) is not among \(found.sorted())")
        }
    }

    /// Every letter that is bound to something occurs in it.
    private static let token =
        "ey" + String((0..<510).map { Array("qQlLoOrRbBxyYcdefFmnNuvitagG.jkhpswzTAHIJKUV0123456789-_")[$0 * 7 % 55] })

    private func keys(_ bytes: [UInt8], in pieceLength: Int) -> [Key] {
        var decoder = InputDecoder()
        var keys: [Key] = []
        for start in stride(from: 0, to: bytes.count, by: pieceLength) {
            keys += decoder.feed(bytes[start..<min(start + pieceLength, bytes.count)])
        }
        return keys + decoder.flush()
    }

    @Test(arguments: places)
    func `statements 1, 2 and 3: a pasted token is in the field to the byte, and does nothing else`(place: Place) {
        for (pieceLength, end) in [(1, "\r"), (64, ""), (256, "\r\u{1B}[201~")] {
            var console = place.open(Self.console)
            let isMultiline = console.openField?.kind == .multiline
            for key in keys(Array("\u{1B}[200~\(Self.token)\(end)\u{1B}[201~".utf8), in: pieceLength) {
                console.press(key)
                #expect(console.effects.isEmpty)
            }
            #expect(console.openField?.text == Self.token + (isMultiline && end.hasPrefix("\r") ? "\n" : ""))
        }
    }
}

extension Console {
    /// The text field that has the keys.
    fileprivate var openField: TextField? {
        guard let dialog else {
            return model.screens.session.request.editor?.field ?? model.screens.requests.request.editor?.field
                ?? model.screens.current.prompt?.field
        }
        switch (dialog as? SignInDialog)?.stage {
        case .password(let form): return form.isAtPassword ? form.password : form.username
        case .importing(let field): return field
        case .browser(_, _, let redirect): return redirect
        case .choosing, .starting, .device, .failed, nil: return dialog.prompt?.field
        }
    }

    fileprivate var fieldName: String {
        switch (dialog as? SignInDialog)?.stage {
        case .password: "username"
        case .importing: "import"
        case .browser: "redirect"
        case .choosing, .starting, .device, .failed, nil: (dialog?.prompt ?? model.screens.current.prompt)?.title ?? ""
        }
    }
}
