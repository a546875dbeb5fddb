import HostSystem

/// Why there are no figures.
enum BenchError: Error, CustomStringConvertible {
    /// Thrown when the command line can't be understood.
    case usage(String)
    /// Thrown when the server of a comparison did not start.
    case noServer(String)
    /// Thrown when the session of a measurement could not be set up.
    case noSession(String)
    /// Thrown when a request failed: figures of failures would mislead.
    case requestFailed(String)

    var exitStatus: Int32 {
        if case .usage = self { 2 } else { 1 }
    }

    var description: String {
        switch self {
        case .usage(let reason): "\(reason)\nTry 'session-bench --help'."
        case .noServer(let reason): "the loopback server did not start: \(reason). Check the limits of this shell."
        case .noSession(let reason): "the session could not be set up: \(reason)"
        case .requestFailed(let reason): "a request failed: \(reason). Check that the server runs and can be reached."
        }
    }
}

enum StandardError {
    static func write(_ text: String) { _ = FileCalls.system.writeAll(Array(text.utf8), to: STDERR_FILENO) }
}
