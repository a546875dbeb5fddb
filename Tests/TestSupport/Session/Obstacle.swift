import Glibc

/// What stands in a file's place and is not a file.
package enum Obstacle: String, CaseIterable, Sendable {
    case namedPipe, device, socket, folder, circularLink

    package func raise(at path: String) {
        switch self {
        case .namedPipe: mkfifo(path, 0o600)
        // Making a device takes root; a link to one does as well.
        case .device: symlink("/dev/zero", path)
        case .socket: bindSocket(path)
        case .folder: mkdir(path, 0o700)
        case .circularLink: symlink(path, path)
        }
    }

    package func clear(at path: String) {
        if self == .folder { rmdir(path) } else { unlink(path) }
    }

    private func bindSocket(_ path: String) {
        let descriptor = Glibc.socket(AF_UNIX, Int32(SOCK_STREAM.rawValue), 0)
        defer { close(descriptor) }
        var address = sockaddr_un()
        address.sun_family = sa_family_t(AF_UNIX)
        withUnsafeMutableBytes(of: &address.sun_path) { $0.copyBytes(from: path.utf8.prefix($0.count - 1)) }
        withUnsafePointer(to: &address) { pointer in
            pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                _ = bind(descriptor, $0, socklen_t(MemoryLayout<sockaddr_un>.size))
            }
        }
    }
}
