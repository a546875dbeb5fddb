import JOSE

/// Makes one value of a text's events.
struct Composer {
    private var root: Counted?
    private var containers: [Container] = []
    /// What aliases stand for, by their names.
    private var anchors: [String: Counted] = [:]
    private let maximumCount: Int
    /// How many values may still come, and how much text.
    private var remainingCount: Int
    private var remainingText = YAMLDocument.textLimit
    private var hasDocument = false

    init(maximumCount: Int) {
        self.maximumCount = maximumCount
        remainingCount = maximumCount
    }

    /// A value, and what an alias of it repeats.
    private struct Counted {
        let value: JSONValue
        let count: Int
        let text: Int
        /// How many levels of sequences and mappings it has.
        var depth = 0
    }

    /// A sequence or mapping that is not complete.
    private struct Container {
        let isMapping: Bool
        let anchor: String?
        var elements: [JSONValue] = []
        var members: [(String, JSONValue)] = []
        var names: Set<[UInt8]> = []
        /// The key whose value is awaited.
        var name: String?
        /// Of what is in it.
        var count = 1
        var text = 0
        var depth = 1

        var value: JSONValue { isMapping ? .object(JSONObject(members)) : .array(elements) }
    }

    mutating func take(_ event: YAMLEvent) throws(YAMLError) {
        let place = event.place
        switch event.kind {
        case .documentStart:
            guard !hasDocument else { throw place.error(.json(.trailing)) }
            hasDocument = true
        case .alias(let name):
            guard let target = anchors[name] else { throw place.error(.unknownAlias(name)) }
            if try takeName(target.value.string, at: place) { return }
            try add(target, at: place)
        case .scalar(let text, let isPlain, let tag):
            if isPlain, tag == nil, text == "<<", awaitsName { throw place.error(.mergeKey) }
            let isText = tag == "tag:yaml.org,2002:str" || tag == "!" || !isPlain
            let isName = awaitsName
            let value: JSONValue = isText || isName ? .string(text) : CoreSchema.value(of: text)
            let counted = Counted(value: value, count: 1, text: text.utf8.count)
            if let anchor = event.anchor { anchors[anchor] = counted }
            if isName { _ = try takeName(text, at: place) } else { try add(counted, at: place) }
        case .sequenceStart, .mappingStart:
            if awaitsName { throw place.error(.json(.expected("a member's name"))) }
            try requireRoom(for: 1, at: place)
            // A mapping is what it begins as, whatever an anchor of that name was before.
            if let anchor = event.anchor { anchors[anchor] = nil }
            var isMapping = false
            if case .mappingStart = event.kind { isMapping = true }
            try spend(count: 1, text: 0, at: place)
            containers.append(Container(isMapping: isMapping, anchor: event.anchor))
        case .end:
            guard let container = containers.popLast() else { return }
            let counted = Counted(
                value: container.value, count: container.count, text: container.text, depth: container.depth)
            if let anchor = container.anchor { anchors[anchor] = counted }
            put(counted)
        }
    }

    /// The value, when all events were taken.
    func finish(at place: YAMLEvent.Place) throws(YAMLError) -> JSONValue {
        guard let root else { throw place.error(.json(.ended(expected: "a value"))) }
        return root.value
    }

    private var awaitsName: Bool { containers.last.map { $0.isMapping && $0.name == nil } ?? false }

    /// Returns whether the text is a key; throws where something else stands in its place.
    private mutating func takeName(_ text: String?, at place: YAMLEvent.Place) throws(YAMLError) -> Bool {
        guard awaitsName else { return false }
        guard let text else { throw place.error(.json(.expected("a member's name"))) }
        try spend(count: 0, text: text.utf8.count, at: place)
        guard containers[containers.count - 1].names.insert(Array(text.utf8)).inserted else {
            throw place.error(.json(.repeatedName(text)))
        }
        containers[containers.count - 1].name = text
        containers[containers.count - 1].text += text.utf8.count
        return true
    }

    private mutating func add(_ counted: Counted, at place: YAMLEvent.Place) throws(YAMLError) {
        try requireRoom(for: counted.depth, at: place)
        try spend(count: counted.count, text: counted.text, at: place)
        put(counted)
    }

    private func requireRoom(for depth: Int, at place: YAMLEvent.Place) throws(YAMLError) {
        guard containers.count + depth <= YAMLDocument.maximumDepth else {
            throw place.error(.json(.tooDeep(limit: YAMLDocument.maximumDepth)))
        }
    }

    private mutating func spend(count: Int, text: Int, at place: YAMLEvent.Place) throws(YAMLError) {
        guard count <= remainingCount else { throw place.error(.json(.tooMany(limit: maximumCount))) }
        guard text <= remainingText else { throw place.error(.tooMuchText(limit: YAMLDocument.textLimit)) }
        remainingCount -= count
        remainingText -= text
    }

    private mutating func put(_ counted: Counted) {
        guard !containers.isEmpty else {
            root = counted
            return
        }
        let last = containers.count - 1
        containers[last].count += counted.count
        containers[last].text += counted.text
        containers[last].depth = max(containers[last].depth, counted.depth + 1)
        if let name = containers[last].name {
            containers[last].members.append((name, counted.value))
            containers[last].name = nil
        } else {
            containers[last].elements.append(counted.value)
        }
    }
}
