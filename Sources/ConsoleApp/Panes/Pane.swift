import ConsoleKit
import SessionCore
import TerminalUI

/// A pane of a screen: its state, its keys and what they do, and how it is drawn, all from its own state and the scene.
protocol Pane: KeyOwner {
    static var title: String { get }
    /// For a strip of all titles on a narrow screen.
    static var shortTitle: String { get }
    /// What the pane is for, as the help page has it.
    static var summary: String { get }
    /// Whether its rows end above a notice, which covers the last ones of other panes.
    static var endsAboveNotice: Bool { get }

    mutating func move(_ motion: Motion)
    /// Moves what is in sight, as the wheel does; negative is up.
    mutating func scroll(rows: Int)
    /// Selects a row that was clicked, as ``HitTarget/row(_:)`` marks it.
    mutating func select(row: Int)
    /// Shows a tab that was clicked, by its index among ``tabs``.
    mutating func select(tab: Int)

    /// The text field that has all keys while it is open.
    var prompt: Prompt? { get }
    /// A key for the open text field.
    mutating func type(_ key: Key, in scene: Scene) -> [PaneOutput]

    /// Takes one step back: out of a filter or a search; answers whether there was one to take.
    mutating func stepBack(in scene: Scene) -> Bool

    /// Tells how much room there is for the content.
    mutating func layOut(_ size: Size, in scene: Scene)

    /// What copying copies: the selected value.
    func selection(in scene: Scene) -> CopyText?
    /// All that the pane holds, for the pager.
    func plainText(in scene: Scene) -> String

    /// What stands beside the title.
    func subtitle(in scene: Scene, _ glyphs: Glyphs) -> StyledText
    /// What stands at the right end of the title's line.
    func titleEnd(isFocused: Bool, in scene: Scene, _ glyphs: Glyphs) -> StyledText
    /// What stands beside the title where there is less room.
    func shortNote(in scene: Scene, _ glyphs: Glyphs) -> StyledText
    /// The tabs, as the note has them.
    var tabs: [String] { get }
    func draw(on canvas: inout Canvas, in area: Rect, isFocused: Bool, _ scene: Scene)
}

extension Pane {
    static var shortTitle: String { title }
    static var endsAboveNotice: Bool { false }
    var prompt: Prompt? { nil }
    mutating func type(_: Key, in _: Scene) -> [PaneOutput] { [] }
    mutating func stepBack(in _: Scene) -> Bool { false }
    func subtitle(in _: Scene, _: Glyphs) -> StyledText { StyledText() }
    func titleEnd(isFocused _: Bool, in _: Scene, _: Glyphs) -> StyledText { StyledText() }
    func shortNote(in _: Scene, _: Glyphs) -> StyledText { StyledText() }
    var tabs: [String] { [] }
    mutating func select(tab _: Int) {}
    mutating func scroll(rows: Int) {
        for _ in 0..<abs(rows) { move(rows < 0 ? .up : .down) }
    }
}

extension Pane {
    static func binds(_ key: Key) -> Bool { Action.action(for: key) != nil }
    static func has(_ name: String) -> Bool { Action(rawValue: name) != nil }

    mutating func press(_ key: Key, in scene: Scene) -> [PaneOutput] {
        Action.action(for: key).map { perform($0, in: scene) } ?? []
    }

    mutating func perform(named name: String, in scene: Scene) -> [PaneOutput] {
        Action(rawValue: name).map { perform($0, in: scene) } ?? []
    }
}

/// What a pane wants that is not its own to do.
enum PaneOutput: Sendable {
    case effect(Effect)
    case notice(Notice)
    /// Opens something over the screen: an exchange, a rejected token, a question.
    case show(any Dialog)
    /// Calls the API with this request, so many times at once.
    case call(RequestDraft, count: Int)
    /// What the screen of requests does.
    case requests(RequestsOutput)
    /// Opens the sign-in dialog, to ask for what an answer demanded.
    case signIn(StepUp)
    /// Goes on with the sign-in from the session's URL.
    case discover(DiscoveryEffect)
    /// Does again what failed of it.
    case repeatChain
    /// Opens the sign-in from this URL, in a session of its own where this one is another's.
    case openChain(url: String)
    /// Shows one of the session's tokens on the screen of tokens; `nil` for the present access token.
    case inspect(Fingerprint?)
    /// A search or a filter for this found nothing: it may name a token.
    case foundNothing(String)
    /// Shows tokens there that the answer to a call of that name carried.
    case inspectAnswer([Secret], of: String)
    /// Gives another pane of the screen the focus.
    case focus(title: String)
}

enum RequestsOutput: Sendable {
    /// Sends the request that is selected.
    case call(count: Int)
    /// Makes a request that can be edited of a document's call, which is selected.
    case copyDocumentCall
    /// Asks which requests are listed.
    case find
    /// Asks for the name of the file that what was sent is saved in.
    case saveArchive
    /// Opens the file of the request that is selected in `$EDITOR`.
    case edit
    /// Writes what was edited of it.
    case write(path: String, old: [UInt8], new: [UInt8])
}
