import FoundationEssentials
import SessionCore

/// When a signature was checked last, with keys that were fetched then.
struct SignatureCheck: Sendable, Hashable {
    let date: Date
    /// Why it could not be checked, where an earlier verdict stands.
    var obstacle: String?
}
