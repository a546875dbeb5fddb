/// A process, as no other one that ever has its number, whatever becomes of the clock.
package struct ProcessIdentity: Hashable, Sendable {
    package let number: pid_t
    /// How many ticks after the machine it began.
    package let start: Int
    /// Which run of the machine that was.
    package let boot: String
    /// Where it has that number; `nil` for the machine itself.
    package let namespace: Int?

    package init(number: pid_t, start: Int, boot: String, namespace: Int?) {
        (self.number, self.start, self.boot, self.namespace) = (number, start, boot, namespace)
    }

    /// `nil` where there is no process of that number.
    package init?(of number: pid_t) {
        guard let start = ProcessTable.startTicks(of: number) else { return nil }
        self.init(number: number, start: start, boot: Self.presentBoot, namespace: ProcessTable.namespace)
    }

    /// Whether it is known to have ended: nobody here knows that of a process of another namespace.
    package var hasEnded: Bool {
        guard boot == Self.presentBoot else { return true }
        return namespace == ProcessTable.namespace && ProcessTable.startTicks(of: number) != start
    }

    private static let presentBoot: String = {
        guard let file = fopen("/proc/sys/kernel/random/boot_id", "re") else { return "" }
        defer { fclose(file) }
        var bytes = [UInt8](repeating: 0, count: 64)
        let count = fread(&bytes, 1, bytes.count, file)
        return String(decoding: bytes.prefix(count).prefix { $0 != 0x0A }, as: UTF8.self)
    }()
}
