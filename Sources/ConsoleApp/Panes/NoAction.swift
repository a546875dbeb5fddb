/// The actions of a screen whose keys are all its panes', or of a pane without keys.
enum NoAction<Owner>: OwnAction {
    init?(rawValue _: String) { nil }

    var rawValue: String { switch self {} }
    var entry: OwnKey<Owner> { switch self {} }
}
