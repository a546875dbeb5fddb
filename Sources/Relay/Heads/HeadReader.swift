/// Takes the next head out of what has come, once it is whole.
struct HeadReader {
    private var scanner = HeadScanner()

    /// `nil` while more must come.
    mutating func read(from inbox: inout Inbox) throws(HeadFlaw) -> HeadLines? {
        guard let end = try scanner.end(in: inbox.bytes) else {
            guard !inbox.isFull else { throw .tooLarge }
            return nil
        }
        scanner = HeadScanner()
        return try HeadLines(inbox.take(end))
    }
}
