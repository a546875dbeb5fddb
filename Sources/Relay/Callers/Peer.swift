import HostSystem
import SessionHTTP

/// Who is at the other end of a connection.
///
/// Of a connection that its program has closed again, the system knows no owner.
struct Peer: Sendable {
    let user: uid_t
    private let holder: Holder

    /// What leads to the process.
    private enum Holder {
        case process(pid_t)
        /// The process that holds the socket of that number.
        case socket(UInt32)
    }

    /// `nil` where nobody says whose socket is at the other end.
    init?(of connection: CInt) {
        if let credentials = PeerCredentials(of: connection) {
            (user, holder) = (credentials.user, .process(credentials.process))
        } else {
            guard let owner = SocketOwner(peerOf: connection), let user = owner.user else { return nil }
            (self.user, holder) = (user, .socket(owner.inode))
        }
    }

    /// Whether it is the user of this process.
    var isOwn: Bool { user == geteuid() }

    /// The program, which takes a look at all processes of the user; `nil` where the system does not say, or the
    /// process is gone.
    var caller: Caller? {
        let process: pid_t? =
            switch holder {
            case .process(let process): process
            case .socket(let inode): ProcessTable.holder(ofSocket: inode, of: user)
            }
        return process.flatMap { process in
            ProcessTable.name(of: process).map {
                Caller(name: $0, process: process, starter: ProcessTable.starter(of: process, named: $0))
            }
        }
    }
}
