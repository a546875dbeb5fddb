import ConsoleKit
import TerminalUI

/// All that a key of a pane or a screen is: its words, why it can't do anything now, and what it does.
///
/// It is one literal; the dispatcher reads it, and hints, help and the command line are made of it.
struct OwnKey<Owner>: Sendable {
    typealias Words = @Sendable (Owner, Scene) -> String?
    typealias Handler = @Sendable (inout Owner, Scene) -> [PaneOutput]
    typealias Change = @Sendable (inout Owner) -> Void

    let binding: Binding
    /// The words of its hint where they are not always the same.
    let label: Words?
    /// The key that shares its hint and does the opposite.
    let partner: Binding?
    /// Why it can't do anything now.
    let obstacle: Words?
    let handler: Handler

    init(
        _ keys: [Key], _ hint: String, _ summary: String, _ group: Binding.Group, reaches: Outside = [],
        label: Words? = nil, partner: Binding? = nil, obstacle: Words? = nil, handler: @escaping Handler
    ) {
        binding = Binding(keys, hint, summary, group, reaches: reaches)
        (self.label, self.partner, self.obstacle, self.handler) = (label, partner, obstacle, handler)
    }

    /// A key that changes its owner and wants nothing else.
    init(
        _ keys: [Key], _ hint: String, _ summary: String, _ group: Binding.Group, label: Words? = nil,
        obstacle: Words? = nil, change: @escaping Change
    ) {
        self.init(keys, hint, summary, group, label: label, obstacle: obstacle, handler: Self.handler(change))
    }

    /// A key that other places have, too.
    init(_ binding: Binding, label: Words? = nil, obstacle: Words? = nil, handler: @escaping Handler) {
        self.init(
            binding.keys, binding.hint, binding.summary, binding.group, reaches: binding.reaches, label: label,
            obstacle: obstacle, handler: handler)
    }

    init(_ binding: Binding, label: Words? = nil, obstacle: Words? = nil, change: @escaping Change) {
        self.init(binding, label: label, obstacle: obstacle, handler: Self.handler(change))
    }

    private static func handler(_ change: @escaping Change) -> Handler {
        { owner, _ in
            change(&owner)
            return []
        }
    }
}

/// The keys of a pane or a screen, each with its entry.
protocol OwnAction: KeyAction {
    associatedtype Owner
    var entry: OwnKey<Owner> { get }
}

extension OwnAction {
    var binding: Binding { entry.binding }
}

/// A pane or a screen: it has keys of its own.
protocol KeyOwner: Sendable {
    associatedtype Action: OwnAction where Action.Owner == Self

    /// Carries out an action, or says why it can't do anything now.
    mutating func perform(_ action: Action, in scene: Scene) -> [PaneOutput]
    /// The actions worth a place on the last row, the most useful first.
    func hints(in scene: Scene) -> [Action]
}

extension KeyOwner {
    mutating func perform(_ action: Action, in scene: Scene) -> [PaneOutput] {
        if let obstacle = obstacle(to: action, in: scene) {
            return [.notice(Notice(.muted, obstacle.capitalizedFirst))]
        }
        return action.entry.handler(&self, scene)
    }

    func hints(in _: Scene) -> [Action] { [] }

    func ownHints(in scene: Scene, _ glyphs: Glyphs) -> [Hint] {
        hints(in: scene).map(\.entry).map {
            Hint($0.binding, $0.label?(self, scene), sharedWith: $0.partner, glyphs)
        }
    }

    func obstacle(to action: Action, in scene: Scene) -> String? { action.entry.obstacle?(self, scene) }

    func obstacle(to name: String, in scene: Scene) -> String? {
        Action(rawValue: name).flatMap { obstacle(to: $0, in: scene) }
    }
}
