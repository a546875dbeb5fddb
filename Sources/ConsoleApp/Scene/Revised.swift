/// A value that counts its changes, so that whatever was made of it can be kept until the next one.
@propertyWrapper
struct Revised<Value> {
    var wrappedValue: Value { didSet { revision &+= 1 } }
    private(set) var revision = 0

    init(wrappedValue: Value) { self.wrappedValue = wrappedValue }

    /// Changes what follows from the value and its surroundings, which is not counted.
    mutating func adjust(_ body: (inout Value) -> Void) {
        let counted = revision
        body(&wrappedValue)
        revision = counted
    }
}

extension Revised: Sendable where Value: Sendable {}
