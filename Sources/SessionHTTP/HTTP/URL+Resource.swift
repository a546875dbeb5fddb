package import FoundationEssentials

extension URL {
    /// Whether both are one resource: HTTP clients drop the fragment, write an empty path as `/`, and leave a default
    /// port out.
    package func isSameResource(as other: URL) -> Bool {
        if self == other { return true }
        return Origin(self) == Origin(other) && RequestPath.of(self) == RequestPath.of(other)
            && query(percentEncoded: true) == other.query(percentEncoded: true)
    }

    /// Whether it is the address of that resource, or one above it.
    package func covers(_ resource: URL) -> Bool {
        if isSameResource(as: resource) { return true }
        guard Origin(self) == Origin(resource), query == nil else { return false }
        let slashed = { (path: String) in path.hasSuffix("/") ? path : path + "/" }
        return slashed(RequestPath.of(resource)).hasPrefix(slashed(RequestPath.of(self)))
    }
}
