import HostSystem
import SessionHTTP

/// Who is at the other end of a connection.
struct Peer {
    let user: uid_t
    /// `nil` where the system does not say, or the process is gone.
    let caller: Caller?

    private init(user: uid_t, process: pid_t?) {
        self.user = user
        caller = process.flatMap { process in
            ProcessTable.name(of: process).map {
                Caller(name: $0, process: process, starter: ProcessTable.starter(of: process, named: $0))
            }
        }
    }

    /// `nil` where nobody says whose socket is at the other end.
    init?(of connection: CInt) {
        if let credentials = PeerCredentials(of: connection) {
            self.init(user: credentials.user, process: credentials.process)
        } else {
            guard let owner = SocketOwner(peerOf: connection) else { return nil }
            let process = owner.user == geteuid() ? ProcessTable.holder(ofSocket: owner.inode, of: owner.user) : nil
            self.init(user: owner.user, process: process)
        }
    }
}
