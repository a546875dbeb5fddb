/// A connection to a socket in the file system.
package enum LocalSocket {
    /// Sends bytes, and waits until the other end has answered or left, for each step so many seconds at most.
    ///
    /// Returns how the answer begins; `nil` where nobody takes the bytes.
    package static func exchange(_ bytes: [UInt8], with path: String, atMost seconds: Int) -> [UInt8]? {
        guard let name = name(path) else { return nil }
        let descriptor = StreamSocket.open(AF_UNIX)
        guard descriptor >= 0 else { return nil }
        defer { close(descriptor) }
        var limit = timeval(tv_sec: seconds, tv_usec: 0)
        for option in [SO_RCVTIMEO, SO_SNDTIMEO] {
            setsockopt(descriptor, SOL_SOCKET, option, &limit, socklen_t(MemoryLayout<timeval>.size))
        }
        let isConnected = withUnsafeBytes(of: name) { name in
            name.baseAddress.map {
                connect(descriptor, $0.assumingMemoryBound(to: sockaddr.self), socklen_t(name.count)) == 0
            } ?? false
        }
        guard isConnected, FileCalls.system.writeAll(bytes, to: descriptor) == nil else { return nil }
        var answer = [UInt8](repeating: 0, count: 4_096)
        let count = read(descriptor, &answer, answer.count)
        return count < 0 ? [] : Array(answer.prefix(count))
    }

    /// `nil` for a path that is too long for a socket.
    package static func name(_ path: String) -> sockaddr_un? {
        var name = sockaddr_un()
        name.sun_family = sa_family_t(AF_UNIX)
        let bytes = Array(path.utf8)
        let isWritten = withUnsafeMutableBytes(of: &name.sun_path) { room in
            guard !bytes.isEmpty, bytes.count < room.count, !bytes.contains(0) else { return false }
            room.copyBytes(from: bytes)
            return true
        }
        return isWritten ? name : nil
    }
}
