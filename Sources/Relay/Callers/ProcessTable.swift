import Glibc

/// The processes of this machine, by `/proc`.
enum ProcessTable {
    /// The process of that user that has the socket open; the youngest first, because most callers have just begun.
    static func holder(ofSocket inode: UInt32, of user: uid_t) -> pid_t? {
        guard inode != 0 else { return nil }
        let name = "socket:[\(inode)]"
        return numbers(in: "/proc").sorted(by: >).first { process in
            var facts = stat()
            let folder = "/proc/\(process)/fd"
            guard stat("/proc/\(process)", &facts) == 0, facts.st_uid == user else { return false }
            return numbers(in: folder).contains { link("\(folder)/\($0)") == name }
        }
    }

    static func name(of process: pid_t) -> String? {
        guard let file = fopen("/proc/\(process)/comm", "re") else { return nil }
        defer { fclose(file) }
        var line = [CChar](repeating: 0, count: 64)
        guard fgets(&line, CInt(line.count), file) != nil else { return nil }
        let bytes = line.prefix { $0 != 0 && $0 != 0x0A }.map { UInt8(bitPattern: $0) }
        return bytes.isEmpty ? nil : String(decoding: bytes, as: UTF8.self)
    }

    private static func numbers(in folder: String) -> [pid_t] {
        guard let directory = opendir(folder) else { return [] }
        defer { closedir(directory) }
        var numbers: [pid_t] = []
        while let entry = readdir(directory) {
            let name = withUnsafePointer(to: &entry.pointee.d_name) { name in
                name.withMemoryRebound(to: CChar.self, capacity: 256) { String(cString: $0) }
            }
            if let number = pid_t(name) { numbers.append(number) }
        }
        return numbers
    }

    private static func link(_ path: String) -> String? {
        var bytes = [CChar](repeating: 0, count: 64)
        let count = readlink(path, &bytes, bytes.count)
        return count > 0 ? String(decoding: bytes.prefix(count).map { UInt8(bitPattern: $0) }, as: UTF8.self) : nil
    }
}
