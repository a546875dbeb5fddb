import ConsoleApp
import HostSystem
import SessionCore
import Synchronization

/// Tells the sessions of this process on one store what each of the others does, and what other processes do.
final class SessionHub: Sendable {
    /// A session of a profile.
    final class Participant: EventSink {
        /// 1 for the profile's first session in this process.
        let number: Int
        /// What the others do, as it happens; ends with the hub.
        let others: AsyncStream<[OtherProcessEvent]>
        fileprivate let continuation: AsyncStream<[OtherProcessEvent]>.Continuation
        private let program: String
        private let siblings: @Sendable () -> [Participant]

        /// So many batches wait for a console that has no time; older ones are lost.
        private static let mostWaiting = 256

        fileprivate init(_ number: Int, program: String, siblings: @escaping @Sendable () -> [Participant]) {
            self.number = number
            self.program = program
            self.siblings = siblings
            (others, continuation) = AsyncStream.makeStream(bufferingPolicy: .bufferingNewest(Self.mostWaiting))
        }

        func take(_ events: [SessionEvent]) {
            let siblings = siblings().filter { $0 !== self }
            guard !siblings.isEmpty else { return }
            let told = events.filter(\.isRecorded).map { event in
                OtherProcessEvent(ofThisProcess: program, session: number, event: event)
            }
            guard !told.isEmpty else { return }
            for sibling in siblings { sibling.continuation.yield(told) }
        }

        /// Follows what other processes write to the profile's event file, until ``others`` is no longer read.
        func follow(_ file: EventFile) {
            var processes = OtherProcesses(file)
            let follower = Task.detached(priority: .utility) { [continuation] in
                while !Task.isCancelled {
                    try? await Task.sleep(for: OtherProcesses.interval)
                    let events = processes.next()
                    if !events.isEmpty { continuation.yield(events) }
                }
            }
            continuation.onTermination = { _ in follower.cancel() }
        }
    }

    private let members = Mutex<[String: [Participant]]>([:])

    /// Adds a session of a profile, as one of a program.
    func join(_ profile: String, program: String) -> Participant {
        members.withLock { members in
            let number = (members[profile]?.count ?? 0) + 1
            let member = Participant(number, program: program) { [weak self] in
                self?.members.withLock { $0[profile] } ?? []
            }
            members[profile, default: []].append(member)
            return member
        }
    }

    /// Ends what the members are told.
    func finish() {
        for member in members.withLock({ $0.values.joined() }) { member.continuation.finish() }
    }
}
