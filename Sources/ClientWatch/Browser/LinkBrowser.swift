/// A Chromium in which a watch opens the links of its programs.
package protocol LinkBrowser: Sendable {
    /// Starts it with these arguments, of which the last one is the link, or has the one that runs open that, too.
    ///
    /// Returns whether it could, once it is known that the browser does not end at once.
    func open(_ arguments: [String]) -> Bool

    /// Ends it, and returns once it has ended.
    func close() async

    /// Ends it at once.
    func kill()
}
