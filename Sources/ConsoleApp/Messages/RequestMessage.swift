package import RequestFiles

package enum RequestMessage: Sendable {
    case libraryRead(RequestLibrary)
    /// Newest first.
    case historyRead([SentCall])
    /// A call has ended, and is in the history.
    case sent(SentCall)
    case bodiesRead([String: Result<[UInt8], FileRefusal>])
    case written(path: String, Result<Void, WriteFailure>)
    /// `nil` unless the editor could not be run.
    case editorLeft(ToolFailure?)

    /// Why a file was not written.
    package enum WriteFailure: Error, Sendable, Hashable {
        /// Somebody else has changed it since it was read.
        case changed
        case failed(String)
    }
}

extension RequestMessage.WriteFailure {
    var words: String {
        switch self {
        case .changed: "it has changed, and was read again"
        case .failed(let reason): reason
        }
    }
}
