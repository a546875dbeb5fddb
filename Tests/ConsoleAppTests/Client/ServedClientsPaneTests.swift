import ClientObservation
import ConsoleFaults
import FoundationEssentials
import SessionCore
import TerminalUI
import TestSupport
import Testing

@testable import ConsoleApp

/// The clients of a server that is watched from its own side, on the first screen.
@Suite(.timeLimit(.minutes(5)), .limitedParallelism)
struct ServedClientsPaneTests {
    private static func desk(_ size: Size = Size(width: 120, height: 36)) -> WatchedDesk {
        WatchedDesk(.ofServer(), size: size, WatchedStory.serverContext)
    }

    @Test(arguments: [Size(width: 120, height: 36), Size(width: 80, height: 24)])
    func `the first screen shows the clients, and the way of the selected one`(size: Size) throws {
        var frames = WorkspaceFrames(glyphs: .unicode)
        try expectSnapshot(
            "served-\(size.width)x\(size.height)", frames.draw(Self.desk(size).workspace, size: size),
            styles: size.width == 80)
    }

    @Test func `the messages are those of the selected client`() {
        var desk = Self.desk()
        let listed = { (desk: WatchedDesk) in desk.model.screens.client.messages.list.rows.map(\.exchange?.id) }
        #expect(listed(desk) == [1])
        desk.press(.down)
        #expect(listed(desk) == [2])
        #expect(desk.model.screens.client.way.client?.clientID == "7f3a")
    }

    @Test func `w saves what one client did, and not what others did`() throws {
        var desk = Self.desk()
        desk.press(.down, "w", .enter)
        let ticket = desk.effects.compactMap { effect -> Ticket? in
            if case .session(_, .tool(.saveTicket(let ticket, path: "client.md"))) = effect { ticket } else { nil }
        }
        let saved = try #require(ticket.first)
        #expect(saved.clients.served.map(\.id) == [2])
        #expect(saved.events.compactMap(\.exchange).map(\.id) == [2])
    }

    @Test func `a client that turns out to be another is one row`() {
        var clients = SeenClients()
        let moment = WatchedStory.start
        clients.observe(SeenChange(served: [ServedClient(id: 1, first: moment, latest: moment)]))
        clients.observe(
            SeenChange(served: [
                ServedClient(id: 1, first: moment, latest: moment, successor: 2),
                ServedClient(id: 2, earlier: [1], first: moment, latest: moment),
            ]))
        #expect(clients.served.map(\.id) == [2])
    }
}
