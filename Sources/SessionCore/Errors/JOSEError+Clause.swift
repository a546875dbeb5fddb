package import JOSE

extension JOSEError {
    /// The reason as a part of a longer sentence: without its capital and its full stop.
    package var clause: String {
        let text = description.hasSuffix(".") ? String(description.dropLast()) : description
        return text.hasPrefix("The ") ? "the \(text.dropFirst(4))" : text
    }
}
