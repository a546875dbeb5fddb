public import FoundationEssentials

/// A session that has ended: why, when and in which process.
///
/// The store keeps it for every process until the next sign-in; it holds no secret.
public struct EndedSession: Sendable, Hashable {
    /// Why the session ended.
    public var end: SessionEnd
    /// When it ended, by the wall clock of the process that ended it.
    public var time: Date
    /// The generation of the session that ended.
    public var generation: Int
    /// The ID of the process that ended it.
    public var process: Int
    /// What that process was doing, as ``ClientConfiguration/program`` names it.
    public var program: String?
    /// The name of the flow that the session began by; `nil` where that is not known.
    public var flow: String?
    /// Whether the provider's own session, which a browser has, is known to have ended with it.
    public var isEndedAtProvider: Bool

    /// Creates a value, for displays and tests; the store's own is ``SessionStatus/endedSession``.
    public init(
        end: SessionEnd, time: Date, generation: Int, process: Int, program: String? = nil, flow: String? = nil,
        isEndedAtProvider: Bool = false
    ) {
        self.end = end
        self.time = time
        self.generation = generation
        self.process = process
        self.program = program
        self.flow = flow
        self.isEndedAtProvider = isEndedAtProvider
    }
}

extension EndedSession: CustomStringConvertible {
    /// Why and by whom: `userinfo answered 401, noticed by process 4711 (status)`.
    public var description: String { "\(end), \(noticed)" }

    /// By which process: `noticed by process 4711 (status)`.
    package var noticed: String {
        "\(end.isForced ? "noticed by" : "by") process \(process)" + (program.map { " (\($0))" } ?? "")
    }
}
