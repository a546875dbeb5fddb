import SessionCore

extension RequestFacts {
    /// Whether they tell of a call: by its label, or by its name where they have none.
    func isOf(_ call: CallID, named name: String) -> Bool {
        label.map { $0 == call.label } ?? (self.name == name)
    }
}
