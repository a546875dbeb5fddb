/// A value that is kept apart from what holds it: copies of the holder share it until one of them changes it.
///
/// What is copied for every frame stays small in this way, however much it holds.
@propertyWrapper
struct Indirect<Value: Sendable>: Sendable {
    /// The one value: an array is a counted reference, and is copied before a change that others must not see.
    private var storage: [Value]

    init(wrappedValue: Value) { storage = [wrappedValue] }

    var wrappedValue: Value {
        _read { yield storage.span[0] }
        _modify { yield &storage[0] }
    }

    /// Moves the value out: it must be put back before it is read again.
    mutating func take() -> Value { storage.removeLast() }
    mutating func put(_ value: Value) { storage.append(value) }
}
