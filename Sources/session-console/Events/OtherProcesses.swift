import ConsoleApp
import HostSystem
import JOSE

/// What other processes do with a profile's session, by its event file, from now on.
struct OtherProcesses {
    /// How often the file is looked at.
    static let interval = Duration.milliseconds(200)
    /// Of more events at once the newest are kept.
    static let mostAtOnce = 500

    private var tail: EventTail
    private let own: Int

    /// The events of the process `own` are left out.
    init(_ file: EventFile, own: Int = Int(getpid())) {
        tail = EventTail(file, fromEnd: true)
        self.own = own
    }

    /// Returns the events since the last call.
    mutating func next() -> [OtherProcessEvent] {
        tail.next(atMost: Self.mostAtOnce).compactMap { line in
            OtherProcessEvent(line).flatMap { $0.number == own && $0.namespace == ProcessTable.namespace ? nil : $0 }
        }
    }
}
