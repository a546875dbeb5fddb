package import FoundationEssentials

/// The processes of this machine, by `/proc`.
package enum ProcessTable {
    /// The process of that user that has the socket open; of a parent and its child the parent, because a process that
    /// has just been forked has the socket, too.
    package static func holder(ofSocket inode: UInt32, of user: uid_t) -> pid_t? {
        guard inode != 0 else { return nil }
        let name = "socket:[\(inode)]"
        let holds = { (process: pid_t) in
            var facts = stat()
            let folder = "/proc/\(process)/fd"
            guard stat("/proc/\(process)", &facts) == 0, facts.st_uid == user else { return false }
            return numbers(in: folder).contains { link("\(folder)/\($0)") == name }
        }
        // The youngest first, because most callers have just begun.
        guard var holder = numbers(in: "/proc").sorted(by: >).first(where: holds) else { return nil }
        while let parent = parent(of: holder), holds(parent) { holder = parent }
        return holder
    }

    /// The namespace in which this process has its number, and sees others'; `nil` in that of the machine itself.
    package static let namespace: Int? = {
        let digits = link("/proc/self/ns/pid")?.filter(\.isNumber)
        return digits.flatMap { Int($0) }.flatMap { $0 == 0xEFFF_FFFC ? nil : $0 }
    }()

    package static func name(of process: pid_t) -> String? { fact("Name", of: process) }

    package static func parent(of process: pid_t) -> pid_t? { fact("PPid", of: process).flatMap { pid_t($0) } }

    /// When a process began; `nil` where there is none of that number.
    package static func start(of process: pid_t) -> Date? {
        guard let ticks = startTicks(of: process) else { return nil }
        var uptime = timespec()
        guard clock_gettime(CLOCK_BOOTTIME, &uptime) == 0 else { return nil }
        let began = Double(ticks) / Double(sysconf(Int32(_SC_CLK_TCK)))
        let age = Double(uptime.tv_sec) + Double(uptime.tv_nsec) / 1e9 - began
        return Date(timeIntervalSinceNow: -age)
    }

    /// How many ticks after the machine a process began; `nil` where there is none of that number.
    static func startTicks(of process: pid_t) -> Int? {
        guard let file = fopen("/proc/\(process)/stat", "re") else { return nil }
        defer { fclose(file) }
        var bytes = [UInt8](repeating: 0, count: 1024)
        let count = fread(&bytes, 1, bytes.count, file)
        let text = bytes.prefix(count)
        // The name stands in parentheses, and may have any in it.
        let fields = text.suffix(from: (text.lastIndex(of: UInt8(ascii: ")")) ?? -1) + 1).split(separator: 0x20)
        return fields.count > 19 ? Int(String(decoding: fields[19], as: UTF8.self)) : nil
    }

    /// The process of another program that has started one; of a shell and its subshells the shell.
    ///
    /// `nil` for what this process has started, and for the workers of a server.
    package static func starter(of process: pid_t, named name: String) -> pid_t? {
        guard var starter = parent(of: process), starter > 1, starter != getpid(), let program = self.name(of: starter),
            program != name
        else { return nil }
        while let parent = parent(of: starter), parent != getpid(), self.name(of: parent) == program {
            starter = parent
        }
        return starter
    }

    /// The program that has started this one, or the shell of one line that has: as git does, by `sh -c`.
    package static var asker: pid_t {
        let parent = getppid()
        guard let file = fopen("/proc/\(parent)/cmdline", "re") else { return parent }
        defer { fclose(file) }
        var bytes = [UInt8](repeating: 0, count: 256)
        let count = fread(&bytes, 1, bytes.count, file)
        let words = bytes.prefix(count).split(separator: 0)
        guard words.count > 2, words[0].suffix(2) == Array("sh".utf8)[...], words[1] == Array("-c".utf8)[...],
            let writer = self.parent(of: parent), writer > 1
        else { return parent }
        return writer
    }

    /// Whether a process ignores a signal at present.
    package static func ignores(_ signal: Int32, _ process: pid_t) -> Bool {
        let mask = fact("SigIgn", of: process).flatMap { UInt64($0, radix: 16) } ?? 0
        return mask >> UInt64(signal - 1) & 1 == 1
    }

    /// The processes of this user that were started with this entry in their environment, and have inherited it.
    package static func processes(with entry: String) -> [pid_t] {
        let entry = Array("\(entry)\0".utf8)
        return numbers(in: "/proc").sorted().filter { process in
            guard let file = fopen("/proc/\(process)/environ", "re") else { return false }
            defer { fclose(file) }
            var bytes = [UInt8](repeating: 0, count: environmentLimit)
            let count = fread(&bytes, 1, bytes.count, file)
            let found = bytes.prefix(count)
            return found.starts(with: entry) || found.contains([0] + entry)
        }
    }

    /// The most that is read of an environment.
    private static let environmentLimit = 1 << 18

    /// A line of `/proc/PID/status`.
    private static func fact(_ name: String, of process: pid_t) -> String? {
        guard let file = fopen("/proc/\(process)/status", "re") else { return nil }
        defer { fclose(file) }
        var line = [CChar](repeating: 0, count: 256)
        while fgets(&line, CInt(line.count), file) != nil {
            let bytes = line.prefix { $0 != 0 && $0 != 0x0A }.map { UInt8(bitPattern: $0) }
            let text = String(decoding: bytes, as: UTF8.self)
            if text.hasPrefix("\(name):\t") { return String(text.dropFirst(name.count + 2)) }
        }
        return nil
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
