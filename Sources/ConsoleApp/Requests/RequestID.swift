import RequestFiles

/// Names a request across readings of its file.
package struct RequestID: Sendable, Hashable {
    package let path: String
    /// What it is called in its file.
    package let name: String
    /// Its place in the file, from 1.
    package let number: Int
    /// Its method and target as they are written.
    package let summary: String

    package init(path: String, name: String, number: Int, summary: String = "") {
        self.path = path
        self.name = name
        self.number = number
        self.summary = summary
    }

    init(_ request: FileRequest, path: String) {
        self.init(path: path, name: request.name, number: request.number, summary: request.summary)
    }

    /// Whether the file calls it by a name or a title, which stays when its place changes.
    private var isNamed: Bool { name != "#\(number)" }

    /// Whether both are one request, before and after its file was changed.
    func isSame(as other: RequestID) -> Bool {
        guard path == other.path else { return false }
        return isNamed && other.isNamed ? name == other.name : summary == other.summary
    }

    /// Which of the requests of its file it is now: its name goes before what it asks for, and that before its place,
    /// which changes when others come and go.
    func index(in requests: [RequestID]) -> Int? {
        if let exact = requests.firstIndex(of: self) { return exact }
        func nearest(_ isMeant: (RequestID) -> Bool) -> Int? {
            requests.indices.filter { isMeant(requests[$0]) }.min {
                abs(requests[$0].number - number) < abs(requests[$1].number - number)
            }
        }
        return (isNamed ? nearest { $0.name == name && $0.summary == summary } ?? nearest { $0.name == name } : nil)
            ?? nearest { $0.summary == summary } ?? nearest { $0.number == number }
    }
}

extension RequestFile {
    /// The request of that identity.
    func request(_ id: RequestID) -> FileRequest? {
        let atPlace = requests.indices.contains(id.number - 1) ? requests[id.number - 1] : nil
        if let atPlace, RequestID(atPlace, path: id.path) == id { return atPlace }
        return id.index(in: requests.map { RequestID($0, path: id.path) }).map { requests[$0] }
    }
}
