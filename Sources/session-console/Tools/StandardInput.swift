import HostSystem

/// Reads standard input.
enum StandardInput {
    /// Everything up to the end, at most `limit` bytes.
    static func bytes(limit: Int = 64 << 20) throws(CommandFailure) -> [UInt8] {
        var bytes: [UInt8] = []
        var buffer = [UInt8](repeating: 0, count: 65536)
        while true {
            let count = read(STDIN_FILENO, &buffer, buffer.count)
            if count > 0 {
                bytes += buffer.prefix(count)
                guard bytes.count <= limit else {
                    throw CommandFailure(.failed, "Standard input is longer than \(limit >> 20) MiB.")
                }
            } else if count == 0 {
                return bytes
            } else if errno != EINTR {
                throw CommandFailure(.failed, "Standard input can't be read: \(String(cString: strerror(errno))).")
            }
        }
    }

    /// Everything up to the end as text, without white space around it.
    static func text() throws(CommandFailure) -> String {
        let text = String(decoding: try bytes(limit: 4 << 20), as: UTF8.self)
        return String(text.drop(while: \.isWhitespace)).trimmingSuffix(while: \.isWhitespace)
    }
}
