import TerminalUI

/// A value that counts its changes, so that whatever was made of it can be kept until the next one.
@propertyWrapper
struct Revised<Value: Sendable>: Sendable {
    @Indirect private var value: Value
    private(set) var revision = 0
    private var room = Size.zero

    init(wrappedValue: Value) { _value = Indirect(wrappedValue: wrappedValue) }

    var wrappedValue: Value {
        _read { yield value }
        _modify {
            yield &value
            revision &+= 1
        }
    }

    /// Moves the value out: it must be put back, which counts as a change, before it is read again.
    mutating func take() -> Value { _value.take() }

    mutating func put(_ value: Value) {
        _value.put(value)
        revision &+= 1
    }

    /// Changes what follows from the value and its surroundings, which is not counted unless the room is another one.
    mutating func adjust(to room: Size, _ body: (inout Value) -> Void) {
        if room != self.room { (self.room, revision) = (room, revision &+ 1) }
        body(&value)
    }
}
