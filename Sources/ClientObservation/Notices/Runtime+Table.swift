extension Runtime {
    package static let all = [
        Runtime("curl", ["curl"], .followed, .variable("SSL_CERT_FILE"), seen: "7.88"),
        Runtime(
            "git", ["git", "git-remote-http", "git-remote-https"], .followed, .variable("GIT_SSL_CAINFO"),
            seen: "2.39"),
        Runtime("wget", ["wget"], .followed, .variable("WGETRC"), seen: "1.21"),
        Runtime(
            "Python", ["python", "pypy", "uvicorn", "gunicorn"], .followed, .variable("SSL_CERT_FILE"),
            [.option("trust_env=True in aiohttp.ClientSession")], seen: "3.11"),
        Runtime(
            "Node", ["node", "nodejs", "npm", "npx", "yarn", "pnpm"], .set, .variable("NODE_EXTRA_CA_CERTS"),
            [.tunnel], seen: "20"),
        Runtime("Java", ["java", "javaw", "mvn", "gradle"], .set, .variable("JAVA_TOOL_OPTIONS"), seen: "17"),
        go,
        Runtime(
            "Ruby", ["ruby", "irb", "rake", "bundle", "rails"], .followedExceptLoopback, .variable("SSL_CERT_FILE"),
            [.machineName], seen: "3.1"),
        Runtime(
            "Perl", ["perl"], .followed, .variable("PERL_LWP_SSL_CA_FILE"),
            seen: "5.36 with LWP 6.68, HTTP::Tiny and Mojolicious 9"),
        Runtime(
            "PHP", ["php", "php-fpm", "composer"], .onlyIfAsked, .variable("PHP_INI_SCAN_DIR"),
            [.option("'proxy' and 'request_fulluri' in its stream context, or curl")], seen: "8.2"),
        Runtime("Deno", ["deno"], .followed, .variable("DENO_CERT"), seen: "2.9"),
        Runtime("Bun", ["bun", "bunx"], .followed, .variable("NODE_EXTRA_CA_CERTS"), seen: "1.4"),
        Runtime(".NET", ["dotnet"], .followed, .variable("SSL_CERT_FILE"), seen: "8.0"),
        Runtime("pip", ["pip", "pip3"], .followed, .variable("PIP_CERT"), seen: "23.2"),
        Runtime("cargo", ["cargo"], .followed, .variable("CARGO_HTTP_CAINFO"), seen: "1.95"),
        Runtime("AWS CLI", ["aws"], .followed, .variable("AWS_CA_BUNDLE"), seen: "2.9 and 1.46"),
        Runtime("uv", ["uv", "uvx"], .followed, .variable("SSL_CERT_FILE"), seen: "0.13"),
        Runtime("Swift", ["swift", "swift-run"], .followed, .fixed, [.tunnel], seen: "6"),
        Runtime("aria2", ["aria2c"], .followed, .option("--ca-certificate"), [.tunnel], seen: "1.36"),
        Runtime(
            "oidc-agent", ["oidc-agent", "oidc-token", "oidc-gen", "oidc-add"], .followed, .option("cert_path"),
            [.startUnderRun("oidc-agent"), .tunnel], seen: "4.2"),
        Runtime(
            "session-console", ["session-console"], .followedExceptLoopback, .option("--ca-file"), [.machineName],
            seen: "0.2"),
    ]

    /// Programs that Go compiled, each with a name of its own.
    package static let go = Runtime(
        "Go", ["go", "gh", "git-credential-oauth", "kubectl", "terraform", "docker"], .followedExceptLoopback,
        .variable("SSL_CERT_FILE"), [.machineName], seen: "1.19")
}
