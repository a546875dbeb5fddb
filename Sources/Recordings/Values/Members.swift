package import JOSE

/// The members of a type's JSON object, in one list that writes them, reads them and shows them in a help.
///
///     static let members = Members(Self.init(_:from:), .needed("number", \.number), .needed("sender", \.sender))
///
/// The compiler asks for a member for each parameter of the initializer.
package struct Members<Whole: Sendable>: Sendable {
    package let shape: RecordShape
    private let write: @Sendable (Whole, inout JSONObject) -> Void
    package let read: @Sendable (Record) throws(RecordFlaw) -> Whole

    /// `then` sets what the initializer has no parameter for.
    package init<each Part>(
        _ make: @escaping @Sendable (repeat each Part) -> Whole, _ member: repeat RecordedMember<Whole, each Part>,
        then settings: [LaterMember<Whole>] = []
    ) {
        var shapes: [RecordShape.Member] = []
        repeat shapes += (each member).shape
        for setting in settings { shapes += setting.shape }
        shape = .object(shapes)
        write = { whole, json in
            repeat (each member).write(whole, &json)
            for setting in settings { setting.write(whole, &json) }
        }
        read = { record throws(RecordFlaw) in
            var whole = make(repeat try (each member).read(record))
            for setting in settings { try setting.read(record, &whole) }
            return whole
        }
    }

    package func record(of whole: Whole) -> JSONObject {
        var json: JSONObject = [:]
        write(whole, &json)
        return json
    }
}

/// A value that is recorded by the members of its list.
package protocol RecordedByMembers: RecordedAsObject {
    static var members: Members<Self> { get }
}

extension RecordedByMembers {
    package static var shape: RecordShape { members.shape }

    package var record: JSONObject { Self.members.record(of: self) }

    package init(_ record: Record) throws(RecordFlaw) { self = try Self.members.read(record) }
}

/// A part of a value as a member of its object.
package struct RecordedMember<Whole: Sendable, Part: Sendable>: Sendable {
    package typealias Path = KeyPath<Whole, Part> & Sendable

    let shape: [RecordShape.Member]
    let write: @Sendable (Whole, inout JSONObject) -> Void
    let read: @Sendable (Record) throws(RecordFlaw) -> Part
}

extension RecordedMember {
    /// A part that is always there; `earlier` is the name that earlier versions wrote.
    package static func needed(_ name: String, _ path: any Path, earlier: String? = nil) -> Self
    where Part: Recordable {
        Self(shape: [.init(name: name, shape: Part.shape)]) { whole, json in
            json.set(name, whole[keyPath: path])
        } read: { record throws(RecordFlaw) in
            if let earlier, let part: Part = try record.optional(earlier) { return part }
            return try record.value(name)
        }
    }

    /// A part that is left out where it is the usual one.
    package static func needed(_ name: String, _ path: any Path, unless usual: Part) -> Self
    where Part: Recordable & Equatable {
        Self(shape: [.init(name: name, shape: Part.shape)]) { whole, json in
            let part = whole[keyPath: path]
            if part != usual { json.set(name, part) }
        } read: { record throws(RecordFlaw) in
            try record.value(name, default: usual)
        }
    }

    /// A part that is left out where there is none.
    package static func optional<Value: Recordable>(
        _ name: String, _ path: any Path, earlier: String? = nil
    ) -> Self where Part == Value? {
        Self(shape: [.init(name: name, shape: Value.shape)]) { whole, json in
            json.set(name, whole[keyPath: path])
        } read: { record throws(RecordFlaw) in
            if let earlier, let part: Value = try record.optional(earlier) { return part }
            return try record.optional(name)
        }
    }

    /// A part whose members stand among those of the whole.
    package static func inline(_ path: any Path) -> Self where Part: RecordedAsObject {
        Self(shape: Part.shape.members) { whole, json in
            json.append(whole[keyPath: path].record)
        } read: { record throws(RecordFlaw) in
            try Part(record)
        }
    }
}

extension RecordedMember {
    /// A part whose members stand among those of the whole; `nil` where none of them is there.
    package static func inline<Value: RecordedByMembers>(_ path: any Path) -> Self where Part == Value? {
        Self(shape: Value.shape.members) { whole, json in
            if let part = whole[keyPath: path] { json.append(part.record) }
        } read: { record throws(RecordFlaw) in
            let isThere = Value.shape.members.contains { record.object[$0.name] != nil }
            return isThere ? try Value(record) : nil
        }
    }
}

/// A part that is set after the rest of the value was made.
package struct LaterMember<Whole: Sendable>: Sendable {
    let shape: [RecordShape.Member]
    let write: @Sendable (Whole, inout JSONObject) -> Void
    let read: @Sendable (Record, inout Whole) throws(RecordFlaw) -> Void
}

extension LaterMember {
    private init<Part>(_ member: RecordedMember<Whole, Part>, _ path: any WritableKeyPath<Whole, Part> & Sendable) {
        (shape, write) = (member.shape, member.write)
        read = { record, whole throws(RecordFlaw) in whole[keyPath: path] = try member.read(record) }
    }

    package static func needed<Part: Recordable>(
        _ name: String, _ path: any WritableKeyPath<Whole, Part> & Sendable
    ) -> Self { Self(.needed(name, path), path) }

    /// A part that is left out where it is the usual one.
    package static func needed<Part: Recordable & Equatable>(
        _ name: String, _ path: any WritableKeyPath<Whole, Part> & Sendable, unless usual: Part
    ) -> Self { Self(.needed(name, path, unless: usual), path) }

    /// A part that is left out where there is none.
    package static func optional<Part: Recordable>(
        _ name: String, _ path: any WritableKeyPath<Whole, Part?> & Sendable
    ) -> Self { Self(.optional(name, path), path) }

    /// A part whose members stand among those of the whole.
    package static func inline<Part: RecordedAsObject>(
        _ path: any WritableKeyPath<Whole, Part> & Sendable
    ) -> Self { Self(.inline(path), path) }

    /// Values that follow from the others, so that nothing reads them; left out where there are none.
    package static func derived<Part: Recordable & Equatable>(
        _ name: String, _ path: any KeyPath<Whole, [Part]> & Sendable
    ) -> Self {
        let member = RecordedMember<Whole, [Part]>.needed(name, path, unless: [])
        return Self(shape: member.shape, write: member.write) { _, _ throws(RecordFlaw) in }
    }

    /// The value in words, which nothing reads.
    package static func words(_ name: String, _ path: any KeyPath<Whole, String?> & Sendable) -> Self {
        let member = RecordedMember<Whole, String?>.optional(name, path)
        return Self(shape: member.shape, write: member.write) { _, _ throws(RecordFlaw) in }
    }
}
