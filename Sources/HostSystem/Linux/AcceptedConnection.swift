import CProcess

/// Takes a connection that waits at a listening socket; `-1` with `errno` where that fails.
///
/// No program that is started meanwhile inherits it.
package func acceptConnection(_ listener: CInt) -> CInt { console_accept(listener) }
