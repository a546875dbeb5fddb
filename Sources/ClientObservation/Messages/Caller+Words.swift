package import SessionHTTP

extension Caller {
    /// As screens and recordings have it: `node[4242]`.
    package var words: String { process.map { "\(name)[\($0)]" } ?? name }
}
