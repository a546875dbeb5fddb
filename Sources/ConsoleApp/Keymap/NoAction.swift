/// The actions of a screen whose keys are all its panes'.
enum NoAction: KeyAction {
    init?(rawValue _: String) { nil }

    var rawValue: String { switch self {} }
    var binding: Binding { switch self {} }
}
