/// Someone who takes part in the protocol: a column of the sequence diagram, from left to right.
package enum Lane: String, Sendable, Hashable, CaseIterable {
    case console, browser, provider
    case api = "API"
    case otherProcess = "other process"
}
