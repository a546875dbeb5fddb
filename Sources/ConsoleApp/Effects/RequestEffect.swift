package import SessionCore

/// Work with files of requests, which the model never touches itself.
package enum RequestEffect: Sendable {
    /// Reads the folder's request files; answers with ``RequestMessage/libraryRead(_:)``.
    case read
    /// Reads the calls that the profile's console has sent; answers with ``RequestMessage/historyRead(_:)``.
    case readHistory
    /// Writes the exchanges and the faults of events as an HTTP Archive, unless one holds a secret; ends with
    /// ``ToolMessage/saved(path:_:)``.
    case saveArchive([SessionEvent], isCut: Bool, path: String)
    /// Reads files that a body names, by their paths as they are written there; answers with
    /// ``RequestMessage/bodiesRead(_:)``.
    case readBodies([String], besides: String)
    /// Writes a file unless it has changed since it was read; answers with ``RequestMessage/written(path:_:)``.
    case write(path: String, old: [UInt8], new: [UInt8])
    /// Opens a file in `$EDITOR` at a line; ends with ``RequestMessage/editorLeft(_:)``.
    case edit(path: String, line: Int)
}
