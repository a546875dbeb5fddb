package import SessionHTTP

/// Where the requests to a server that is watched go on to, by their path: to nowhere else, whatever a caller says.
package struct ServedRoutes: Sendable, Hashable {
    /// A path, with all below it.
    package struct Detour: Sendable, Hashable {
        package let path: String
        package let origin: Origin

        package init(path: String, origin: Origin) { (self.path, self.origin) = (path, origin) }
    }

    package let server: Origin
    /// The longest path first.
    package let routes: [Detour]

    /// A server, and what goes to others.
    package init(to server: Origin, except routes: [Detour] = []) {
        self.server = server
        self.routes = routes.sorted { $0.path.utf8.count > $1.path.utf8.count }
    }

    /// The server and the others, each once.
    package var origins: [Origin] {
        routes.reduce(into: [server]) { origins, route in
            if !origins.contains(route.origin) { origins.append(route.origin) }
        }
    }

    /// Where a path with or without a query goes to.
    package func origin(of target: String) -> Origin {
        guard !routes.isEmpty else { return server }
        let path = target.utf8.prefix { $0 != UInt8(ascii: "?") && $0 != UInt8(ascii: "#") }
        let route = routes.first { route in
            guard path.starts(with: route.path.utf8) else { return false }
            let rest = path.dropFirst(route.path.utf8.count)
            return rest.isEmpty || rest.first == UInt8(ascii: "/") || route.path.utf8.last == UInt8(ascii: "/")
        }
        return route?.origin ?? server
    }
}
