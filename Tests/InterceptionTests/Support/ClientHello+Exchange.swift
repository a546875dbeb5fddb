import Glibc
import TestSupport

extension ClientHello {
    /// Sends it, and returns all that comes until the server closes.
    func exchange(with port: UInt16) throws -> [UInt8] {
        let descriptor = socket(AF_INET, CInt(SOCK_STREAM.rawValue) | CInt(SOCK_CLOEXEC.rawValue), 0)
        defer { close(descriptor) }
        var address = sockaddr_in()
        address.sin_family = sa_family_t(AF_INET)
        address.sin_port = port.bigEndian
        address.sin_addr = in_addr(s_addr: INADDR_LOOPBACK.bigEndian)
        let isConnected = withUnsafeBytes(of: &address) { address in
            guard let start = address.bindMemory(to: sockaddr.self).baseAddress else { return false }
            return connect(descriptor, start, socklen_t(address.count)) == 0
        }
        guard isConnected else { throw SocketFailure(code: errno) }
        let channel = PlainChannel(descriptor: descriptor)
        _ = send(descriptor, bytes, bytes.count, CInt(MSG_NOSIGNAL))
        channel.endSending()
        var answer: [UInt8] = []
        while let more = channel.read() { answer += more }
        return answer
    }
}
