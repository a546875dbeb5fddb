/// Takes the next head out of what has come, once it is whole.
struct HeadReader {
    private var scanner = HeadScanner()

    /// `nil` while more must come; what is no head stays in the inbox.
    mutating func read<Head>(
        from inbox: inout Inbox, as make: (HeadLines) throws(HeadFlaw) -> Head
    ) throws(HeadFlaw) -> Head? {
        guard let end = try scanner.end(in: inbox.bytes) else {
            guard !inbox.isFull else { throw .tooLarge }
            return nil
        }
        scanner = HeadScanner()
        let head = try make(HeadLines(Array(inbox.bytes.prefix(end))))
        inbox.drop(end)
        return head
    }
}
