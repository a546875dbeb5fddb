import CYAML
import JOSE

/// The events of a text, by libyaml.
///
/// The text must stay where it is until ``close()``.
struct EventReader {
    private let parser: UnsafeMutablePointer<yaml_parser_t>
    private let text: UnsafeBufferPointer<UInt8>

    init(_ text: UnsafeBufferPointer<UInt8>) {
        self.text = text
        parser = .allocate(capacity: 1)
        parser.initialize(to: yaml_parser_t())
        yaml_parser_initialize(parser)
        yaml_parser_set_input_string(parser, text.baseAddress, text.count)
    }

    func close() {
        yaml_parser_delete(parser)
        parser.deallocate()
    }

    /// The place that was read up to.
    var place: YAMLEvent.Place { YAMLEvent.Place(parser.pointee.mark) }

    /// The next event that matters; `nil` at the end of the text.
    func next() throws(YAMLError) -> YAMLEvent? {
        while true {
            var event = yaml_event_t()
            guard yaml_parser_parse(parser, &event) == 1 else { throw error }
            defer { yaml_event_delete(&event) }
            let place = YAMLEvent.Place(event.start_mark)
            switch event.type {
            case YAML_STREAM_END_EVENT: return nil
            case YAML_DOCUMENT_START_EVENT: return YAMLEvent(kind: .documentStart, place: place)
            case YAML_ALIAS_EVENT:
                return YAMLEvent(kind: .alias(Self.text(event.data.alias.anchor) ?? ""), place: place)
            case YAML_SCALAR_EVENT:
                let scalar = event.data.scalar
                let bytes = UnsafeBufferPointer(start: scalar.value, count: scalar.length)
                let kind = YAMLEvent.Kind.scalar(
                    String(decoding: bytes, as: UTF8.self), isPlain: scalar.style == YAML_PLAIN_SCALAR_STYLE,
                    tag: Self.text(scalar.tag))
                return YAMLEvent(kind: kind, anchor: Self.text(scalar.anchor), place: place)
            case YAML_SEQUENCE_START_EVENT:
                return YAMLEvent(
                    kind: .sequenceStart, anchor: Self.text(event.data.sequence_start.anchor), place: place)
            case YAML_MAPPING_START_EVENT:
                return YAMLEvent(kind: .mappingStart, anchor: Self.text(event.data.mapping_start.anchor), place: place)
            case YAML_SEQUENCE_END_EVENT, YAML_MAPPING_END_EVENT: return YAMLEvent(kind: .end, place: place)
            default: continue
            }
        }
    }

    private static func text(_ pointer: UnsafeMutablePointer<yaml_char_t>?) -> String? {
        pointer.map { String(cString: $0) }
    }

    // MARK: - What is wrong

    private var error: YAMLError {
        let parser = parser.pointee
        let words = parser.problem.map { String(cString: $0) } ?? "it can't be read"
        guard parser.error != YAML_READER_ERROR else { return readerError(at: parser.problem_offset, words) }
        let place = YAMLEvent.Place(parser.problem_mark)
        return place.error(isTab(at: parser.problem_mark.index) ? .tab : .syntax(words))
    }

    /// libyaml names only the offset of a byte that is not text; the line and column are counted here.
    private func readerError(at offset: Int, _ words: String) -> YAMLError {
        let before = text.prefix(max(0, offset))
        let line = before.count { $0 == 0x0A }
        let start = before.lastIndex(of: 0x0A).map { $0 + 1 } ?? 0
        let column = before[start...].count { $0 & 0xC0 != 0x80 }
        let place = YAMLEvent.Place(line: line + 1, column: column + 1)
        guard text.indices.contains(offset), words == "control characters are not allowed" else {
            return place.error(text.indices.contains(offset) ? .json(.notUTF8) : .syntax(words))
        }
        return place.error(.json(.controlCharacter(text[offset])))
    }

    /// Whether the fault is a tab; marks count characters, so that this finds it in ASCII before it only.
    private func isTab(at index: Int) -> Bool { text.indices.contains(index) && text[index] == 0x09 }
}

extension YAMLEvent.Place {
    init(_ mark: yaml_mark_t) { self.init(line: mark.line + 1, column: mark.column + 1) }
}
