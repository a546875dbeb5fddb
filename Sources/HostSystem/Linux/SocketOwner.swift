import Synchronization

/// Whose socket is at the other end of a TCP connection on this machine, by the kernel's socket diagnosis
/// (sock_diag(7)).
package struct SocketOwner {
    /// `nil` where no process has the socket any more: the kernel then names user 0.
    package let user: uid_t?
    /// The number of the socket; 0 where no process has it any more.
    package let inode: UInt32

    /// `nil` where the kernel does not know, or doesn't say.
    package init?(peerOf connection: CInt) {
        guard let peer = SocketAddress.peer(of: connection), let own = SocketAddress.local(of: connection),
            let answer = Self.ask(Self.request(from: peer, to: own))
        else { return nil }
        // `inet_diag_msg` follows the message's own head; its user and inode are its last two numbers but none.
        guard answer.count >= 88, answer.number(at: 4, as: UInt16.self) == Self.byFamily else { return nil }
        inode = answer.number(at: 16 + 68, as: UInt32.self)
        user = inode == 0 ? nil : answer.number(at: 16 + 64, as: UInt32.self)
    }

    private static let byFamily: UInt16 = 20

    /// `nlmsghdr` with `inet_diag_req_v2`: the peer's socket is the one that has our two ends the other way round.
    private static func request(from source: SocketAddress, to destination: SocketAddress) -> [UInt8] {
        var bytes: [UInt8] = []
        bytes.append(number: UInt32(72))
        bytes.append(number: byFamily)
        bytes.append(number: UInt16(1))  // NLM_F_REQUEST
        bytes.append(number: UInt32(1))
        bytes.append(number: UInt32(0))
        bytes += [UInt8(source.address.count == 4 ? AF_INET : AF_INET6), UInt8(IPPROTO_TCP), 0, 0]
        bytes.append(number: UInt32.max)  // in any state
        bytes.append(number: source.port.bigEndian)
        bytes.append(number: destination.port.bigEndian)
        for end in [source, destination] {
            bytes += end.address + [UInt8](repeating: 0, count: 16 - end.address.count)
        }
        bytes.append(number: UInt32(0))  // on any interface
        bytes.append(number: UInt64.max)  // INET_DIAG_NOCOOKIE
        return bytes
    }

    /// The kernel has answered before `send` returns.
    private static func ask(_ request: [UInt8]) -> [UInt8]? {
        netlink.withLock { netlink in
            if netlink < 0 { netlink = open() }
            guard send(netlink, request, request.count, 0) == request.count else { return nil }
            var answer = [UInt8](repeating: 0, count: 4096)
            let count = recv(netlink, &answer, answer.count, CInt(MSG_DONTWAIT))
            guard count > 0 else {
                // An answer that came late would be taken for that to the next question.
                close(netlink)
                netlink = -1
                return nil
            }
            return Array(answer.prefix(count))
        }
    }

    /// Kept, because each question is asked in a race with the peer, which may close its socket.
    private static let netlink = Mutex<CInt>(-1)

    private static func open() -> CInt {
        let netlinkDiagnosis: CInt = 4
        return socket(AF_NETLINK, CInt(SOCK_RAW.rawValue) | CInt(SOCK_CLOEXEC.rawValue), netlinkDiagnosis)
    }
}

extension [UInt8] {
    /// In the machine's own order.
    fileprivate mutating func append<Number: FixedWidthInteger>(number: Number) {
        Swift.withUnsafeBytes(of: number) { append(contentsOf: $0) }
    }

    fileprivate func number<Number: FixedWidthInteger>(at offset: Int, as type: Number.Type) -> Number {
        withUnsafeBytes { $0.loadUnaligned(fromByteOffset: offset, as: type) }
    }
}
