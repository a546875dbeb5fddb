package import SessionCore

extension InjectedFault {
    /// A fault of these words that struck, but no message.
    package static func sample(_ text: String) -> InjectedFault {
        InjectedFault(name: "network-off", step: .struck, text: text)
    }
}
