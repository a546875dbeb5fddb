import ConsoleApp

/// A report as its text, tables and diagram, apart from the format that it is written in.
struct ReportPage {
    /// A piece of a text; may come from outside.
    enum Words {
        case plain(String)
        case strong(String)
        case code(String)
    }

    enum Part {
        case paragraph([Words])
        case list([[Words]])
        /// Steps in the order in which they happened.
        case steps([[Words]])
        /// Rows of cells.
        case table(columns: [String], rows: [[[Words]]])
        /// Lines that are shown as they are, in that language.
        case lines([String], language: String)
        case sequence(Flow)
    }

    struct Section {
        let heading: String
        let parts: [Part]
    }

    let title: String
    let opening: [Part]
    let sections: [Section]
}
