extension String {
    /// As the beginning of a sentence.
    var capitalizedFirst: String { prefix(1).uppercased() + dropFirst() }
}
