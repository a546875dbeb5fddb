import COpenSSL
import Glibc
@testable import Interception
import Testing

/// A certificate that the signer of a run has signed, and whether clients accept it.
struct LeafCase: Sendable, CustomTestStringConvertible {
    /// The hosts that the run watches.
    let watched: [String]
    /// The host that the client connects to, with a port by which a server tells these cases apart.
    let target: String
    let isRightful: Bool
    var hasNameInSubjectOnly = false

    private static let both = ["watched.test", "127.0.0.1"]
    private static let names = ["watched.test"]
    private static let addresses = ["127.0.0.1"]

    static let all = [
        Self(watched: both, target: "watched.test:443", isRightful: true),
        Self(watched: both, target: "127.0.0.1:443", isRightful: true),
        Self(watched: both, target: "sub.watched.test:443", isRightful: true),
        Self(watched: both, target: "evil.test:443", isRightful: false),
        Self(watched: both, target: "127.0.0.2:443", isRightful: false),
        Self(watched: both, target: "evil.test:444", isRightful: false, hasNameInSubjectOnly: true),
        Self(watched: both, target: "[::1]:443", isRightful: false),
        Self(watched: names, target: "watched.test:445", isRightful: true),
        Self(watched: names, target: "127.0.0.1:445", isRightful: false),
        Self(watched: names, target: "[::1]:445", isRightful: false),
        Self(watched: addresses, target: "127.0.0.1:446", isRightful: true),
        Self(watched: addresses, target: "127.0.0.2:446", isRightful: false),
        Self(watched: addresses, target: "evil.test:446", isRightful: false),
        Self(watched: addresses, target: "[::1]:446", isRightful: false),
        Self(watched: ["::1"], target: "[::1]:447", isRightful: true),
        Self(watched: ["::1"], target: "[::2]:447", isRightful: false),
        Self(watched: ["::1"], target: "127.0.0.1:447", isRightful: false),
        Self(watched: ["::1", "127.0.0.1"], target: "[::1]:448", isRightful: true),
        Self(watched: ["::1", "127.0.0.1"], target: "127.0.0.1:448", isRightful: true),
    ]

    /// Without brackets.
    var host: String {
        String(target[..<(target.lastIndex(of: ":") ?? target.endIndex)].filter { $0 != "[" && $0 != "]" })
    }

    var testDescription: String { "\(target), watched are \(watched)" }

    func draft(_ validity: Validity) throws -> CertificateDraft {
        let names = hasNameInSubjectOnly ? [] : [try WatchedHost(host)]
        var draft = CertificateDraft(.server(names), unit: "watch", validity: validity)
        if hasNameInSubjectOnly { draft.subject = [(NID_commonName, host)] }
        return draft
    }

    /// The contexts of a server that has all these certificates, and the roots of all runs, which clients trust.
    static func contexts() throws -> (roots: String, byTarget: [String: ServerContext]) {
        let validity = Validity(from: time(nil))
        var roots = ""
        var contexts: [String: ServerContext] = [:]
        for (watched, leaves) in Dictionary(grouping: all, by: \.watched) {
            let signer = try IntermediateAuthority(for: WatchList(watched), validity: validity)
            roots += signer.root.pem
            for leaf in leaves {
                contexts[leaf.target] = try signer.serverContext(for: WatchedHost(leaf.host), leaf.draft(validity))
            }
        }
        return (roots, contexts)
    }
}
