/// A scope whose values are compared as providers spell them.
///
/// Some separate values by commas. Some give the short name for the URL that was asked for, or the other way round:
/// `email` and `https://www.googleapis.com/auth/userinfo.email`, `User.Read` and
/// `https://graph.microsoft.com/User.Read`.
package struct ScopeNames {
    private let values: [String]

    package init(_ scope: [String]) {
        values = scope.flatMap { [$0] + $0.split(separator: ",").map(String.init) }
    }

    /// Whether the value, or each of several that commas separate, is among them.
    package func contains(_ value: String) -> Bool {
        let parts = value.split(separator: ",").map(String.init)
        return has(value) || parts.count > 1 && parts.allSatisfy(has)
    }

    private func has(_ value: String) -> Bool {
        // Microsoft's name for all that was registered, which is granted by other names.
        Self.isAll(value) || values.contains { Self.isAll($0) || Self.areSame($0, value) }
    }

    package static func isAll(_ value: String) -> Bool { value == ".default" || value.hasSuffix("/.default") }

    /// Two different URLs are two different values.
    private static func areSame(_ one: String, _ other: String) -> Bool {
        withoutSlash(one) == withoutSlash(other) || isURL(one) != isURL(other) && shortName(one) == shortName(other)
    }

    private static func isURL(_ value: String) -> Bool { value.contains("://") }

    private static func withoutSlash(_ value: String) -> Substring {
        value.hasSuffix("/") ? value.dropLast() : value[...]
    }

    /// The last part of a URL's path; any other value as it is.
    private static func shortName(_ value: String) -> Substring {
        guard isURL(value), let last = withoutSlash(value).split(separator: "/").last else { return value[...] }
        return last.hasPrefix("userinfo.") ? last.dropFirst("userinfo.".count) : last
    }
}
