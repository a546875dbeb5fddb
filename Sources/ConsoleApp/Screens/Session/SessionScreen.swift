import ConsoleKit
import SessionCore
import TerminalUI

/// The main screen: what the session is now, and calls through it.
struct SessionScreen: Screen {
    static let title = "Session"
    static let summary = "the session as it is now, and calls through it"

    /// In the order in which tab visits them.
    enum PaneID: CaseIterable {
        case tokens, userInfo, request, response, events
    }

    // Each counts its changes: what was drawn of a pane is kept until the next one.
    @Revised var tokens = TokensPane()
    @Revised var userInfo = UserInfoPane()
    @Revised var request: RequestPane
    @Revised var response = ResponsePane()
    @Revised var events = EventsPane()

    var focus = PaneID.request
    var isZoomed = false
    /// The response takes the focus where it is not in sight beside the request.
    private var showsResponse = true
    private var hasBeenShown = false
    /// The rows of the session's lines, and what they were counted for.
    var measured: (of: SessionMeasure, rows: Int)?

    init(target: String) { request = RequestPane(target: target) }

    /// A pane in its place: what the screen does with any pane, it does through this.
    static func slot(_ id: PaneID) -> PaneSlot<SessionScreen> {
        switch id {
        case .tokens: tokensSlot
        case .userInfo: userInfoSlot
        case .request: requestSlot
        case .response: responseSlot
        case .events: eventsSlot
        }
    }

    private static let tokensSlot = PaneSlot(\SessionScreen._tokens)
    private static let userInfoSlot = PaneSlot(\SessionScreen._userInfo)
    private static let requestSlot = PaneSlot(\SessionScreen._request)
    private static let responseSlot = PaneSlot(\SessionScreen._response)
    private static let eventsSlot = PaneSlot(\SessionScreen._events)

    enum Action: String, OwnAction {
        case stepUp = "step-up"
        case followChallenge = "follow-challenge"
        case edit
        case inspect = "inspect-token"

        var entry: OwnKey<SessionScreen> {
            switch self {
            case .stepUp: .stepUp { $0.response }
            case .followChallenge: .followChallenge { $0.response }
            case .edit:
                OwnKey(["e"], "$EDITOR", "edit the request in $EDITOR", .text) { screen, _ in
                    guard screen.request.chosen == nil else { return [.requests(.edit)] }
                    return [.effect(.tool(.edit(screen.request.editableText)))]
                }
            case .inspect: OwnKey(.inspect) { $0.inspect(in: $1) }
            }
        }
    }

    private func inspect(in scene: Scene) -> [PaneOutput] {
        if focus == .response, let tokens = response.selectedTokens { return [tokens] }
        return [.inspect(selectedToken(in: scene))]
    }

    /// The token of the selected event, or the one that is selected among the session's; otherwise the access token.
    private func selectedToken(in scene: Scene) -> Fingerprint? {
        switch focus {
        case .events: events.lines.selected?.kind.traits.token
        case .tokens: tokens.selectedToken(in: scene)
        case .userInfo, .request, .response: nil
        }
    }

    /// Carries out what a pane wants of the screen, and passes on what it wants of the console.
    mutating func receive(_ output: PaneOutput, in scene: Scene) -> [PaneOutput] {
        switch output {
        case .call(let draft, let count): call(draft, count: count, in: scene)
        case .effect(.requests(.write(let path, let old, let new))): [.requests(.write(path: path, old: old, new: new))]
        case .effect, .notice, .show, .signIn, .discover, .repeatChain, .openChain, .inspect, .inspectAnswer,
            .foundNothing, .focus, .requests:
            [output]
        }
    }

    /// Sends a draft, once or as a burst.
    mutating func call(_ draft: RequestDraft, count: Int, in scene: Scene) -> [PaneOutput] {
        do {
            let request = try draft.resolved(against: scene.context.api)
            let calls = response.calls.begin(draft, count: count, at: scene.now)
            bringResponse()
            return [.effect(.call(.send(calls, request, draft.sentAuthorization)))]
        } catch {
            let advice = "\(RequestPane.Action.editField.letter) edits the field"
            return [.notice(Notice(.bad, "Not sent: \(error.words)", advice: advice))]
        }
    }

    /// The response takes the focus where it is not in sight.
    mutating func bringResponse() { if !showsResponse { focus = .response } }

    mutating func observe(_: SessionEvent, in scene: Scene) { events.adopt(scene.history) }

    mutating func adoptStatus(in scene: Scene) {
        userInfo.adopt(scene.status.userInfo)
    }

    /// Learns whether the response is in sight without having the focus.
    mutating func adoptForm(_ form: ScreenForm, in _: Scene) {
        showsResponse = form != .single && !isZoomed
        guard form != .tooSmall, !hasBeenShown else { return }
        hasBeenShown = true
        // Where one pane has the screen, the first one says how to sign in.
        if form == .single { focus = .response }
    }

    var copyItems: [CopyItem] { CopyItem.allCases }

    var ownPrompt: Prompt? { nil }
    mutating func typeInOwnPrompt(_: Key, in _: Scene) -> [PaneOutput] { [] }

    func hints(in scene: Scene) -> [Action] {
        (response.stepUp == nil || response.isMet(in: scene) ? [] : [.stepUp])
            + (response.challengedURL(in: scene) == nil ? [] : [.followChallenge])
    }
}
