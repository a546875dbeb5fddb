import SessionCore

extension Set<String> {
    /// The values of a scope that are not among others, whichever of its names a provider gives to each.
    func subtractingNames(of others: Set<String>) -> Set<String> {
        let rest = subtracting(others)
        if rest.isEmpty { return rest }
        // What stands for all that was registered is known by its own name alone.
        let names = ScopeNames(others.filter { !ScopeNames.isAll($0) }.sorted())
        return rest.filter { ScopeNames.isAll($0) || !names.contains($0) }
    }
}
