package import SessionHTTP

extension Caller {
    /// As screens and recordings have it: `node[4242]`; an address is left out there.
    package var words: String { process.map { "\(name)[\($0)]" } ?? name }
}
