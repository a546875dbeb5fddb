import HostSystem
import Synchronization

/// The authority of one run: it signs certificates for the watched hosts, for 24 hours at most.
///
/// Private keys are in memory only, see ``KeyMemory``. A thief of the intermediate's key could pose as the watched
/// hosts and their sub-domains alone, or as any where every host is watched, until the certificates expire, towards the
/// programs of this run only.
package final class RunAuthority: Sendable {
    package let hosts: WatchList
    /// What clients have to trust.
    package let root: RootCertificate
    /// The public key of the certificate that is sent with each host's, as DER (`SubjectPublicKeyInfo`).
    package let signerKey: [UInt8]
    private let validity: Validity
    private let state: Mutex<State>

    private struct State: ~Copyable {
        let signer: IntermediateAuthority
        var contexts: [WatchedHost: ServerContext] = [:]
    }

    /// Makes the authority; `now` is in seconds since 1970.
    package init(for hosts: WatchList, now: Int = time(nil)) throws(InterceptionError) {
        let validity = Validity(from: now)
        let signer = try IntermediateAuthority(for: hosts, validity: validity)
        self.hosts = hosts
        self.validity = validity
        root = signer.root
        signerKey = try signer.certificate.publicKey()
        state = Mutex(State(signer: signer))
    }

    /// How connections to a host are accepted, made once for each.
    ///
    /// `now` is in seconds since 1970.
    package func serverContext(for host: String, now: Int = time(nil)) throws(InterceptionError) -> ServerContext {
        guard let watched = hosts.host(named: host) else { throw .notWatched(host) }
        guard let validity = validity.rest(from: now) else { throw .expired }
        return try state.withLock { state throws(InterceptionError) in
            if let context = state.contexts[watched] { return context }
            let draft = CertificateDraft(.server([watched]), unit: "watch", validity: validity)
            let context = try state.signer.serverContext(for: watched, draft)
            state.contexts[watched] = context
            return context
        }
    }
}
