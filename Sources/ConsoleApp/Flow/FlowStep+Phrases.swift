/// Shorter phrases that say what a long one does.
extension FlowStep {
    private static let phrases = [
        ("the redirect was refused", "redirect refused"),
        ("a browser came back with another sign-in's answer", "another sign-in's answer"),
        ("a browser came back without this sign-in's state", "without this sign-in's state"),
        ("this URL belongs to another attempt", "of another attempt"),
        ("this URL has no state", "has no state"),
        ("because the refresh was rejected with", "refresh rejected:"),
        ("because the provider no longer accepts the refresh token", "refresh token rejected"),
        ("because the access token expired and there is no refresh token", "expired, no refresh token"),
        ("because the stored session was lost", "stored session lost"),
    ]

    /// Forms of a message's reason that have fewer words than its phrases, the longest first; none where nothing is known
    /// to be shorter.
    var shortReasons: [String] {
        guard let (long, short) = Self.phrases.first(where: { reason.hasPrefix($0.0) }) else { return [] }
        let form = short + reason.dropFirst(long.count)
        let ends = form.indices.filter { [":", ","].contains(form[$0]) && $0 > form.startIndex }
        return [form] + ends.reversed().map { String(form[..<$0]) }
    }
}
