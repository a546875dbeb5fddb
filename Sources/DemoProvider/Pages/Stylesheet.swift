import HTTPServer

/// The stylesheet of every page.
///
/// It follows the browser's light or dark scheme.
enum Stylesheet {
    static let path = "/style.css"

    static let response = ServerResponse(
        headers: ["Content-Type": "text/css; charset=utf-8", "Cache-Control": "max-age=3600"],
        body: .bytes(Array(css.utf8)))

    private static let css = """
        :root { color-scheme: light dark; --line: color-mix(in srgb, currentColor 25%, transparent); --accent: \
        #0b6bcb; }
        * { box-sizing: border-box; }
        body { margin: 0; min-height: 100vh; display: grid; place-content: center;
          justify-items: center; gap: 1rem; padding: 1rem; font: 1rem/1.5 system-ui, sans-serif; }
        main { width: min(24rem, 92vw); border: 1px solid var(--line); border-radius: .75rem; padding: 1.75rem; }
        h1 { font-size: 1.35rem; margin: 0 0 .75rem; }
        p { margin: 0 0 1rem; }
        label { display: block; margin-bottom: 1rem; font-size: .9rem; }
        input { display: block; width: 100%; margin-top: .25rem; padding: .55rem .7rem; font: inherit;
          border: 1px solid var(--line); border-radius: .4rem; background: transparent; color: inherit; }
        .code, input[name=user_code] { font-family: ui-monospace, monospace; letter-spacing: .12em; }
        .code { font-size: 1.5rem; text-align: center; }
        .actions { display: flex; gap: .75rem; }
        button { flex: 1; padding: .6rem; font: inherit; border: 1px solid var(--line); border-radius: .4rem;
          background: transparent; color: inherit; cursor: pointer; }
        button.main { background: var(--accent); border-color: var(--accent); color: #fff; }
        :focus-visible { outline: 2px solid var(--accent); outline-offset: 2px; }
        .error { border-left: .25rem solid #c62828; padding-left: .75rem; }
        footer { font-size: .8rem; opacity: .7; text-align: center; }

        """
}
