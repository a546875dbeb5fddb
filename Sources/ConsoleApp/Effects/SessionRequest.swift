/// Which of the console's sessions to show.
package enum SessionRequest: Sendable, Hashable {
    /// A profile's session in place of the present one, which goes on in the background.
    case show(String)
    /// A profile's session beside the present one; without a name, a second session on the same store, as another
    /// process would have it.
    case split(String?)
    /// The next one takes the keys.
    case next
    /// The other one alone.
    case close
}
