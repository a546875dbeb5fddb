extension Runtime {
    /// As seen with curl 7.88, git 2.39, wget 1.21, Python 3.11, Node 20, Java 17, Go 1.19, Swift 6, Ruby 3.1, Perl
    /// 5.36 (LWP 6.68, HTTP::Tiny, Mojolicious 9), PHP 8.2, Deno 2.9, cargo 1.95, AWS CLI 2.9 and, without TLS, .NET
    /// Core 3.1.
    package static let all = [
        Runtime("curl", ["curl"], .followed, .variable("SSL_CERT_FILE")),
        Runtime("git", ["git", "git-remote-http", "git-remote-https"], .followed, .variable("GIT_SSL_CAINFO")),
        Runtime("wget", ["wget"], .followed, .variable("WGETRC")),
        Runtime(
            "Python", ["python", "pypy", "uvicorn", "gunicorn"], .followed, .variable("SSL_CERT_FILE"),
            [.option("trust_env=True in aiohttp.ClientSession")]),
        Runtime(
            "Node", ["node", "nodejs", "npm", "npx", "yarn", "pnpm"], .set, .variable("NODE_EXTRA_CA_CERTS"),
            [.tunnel]),
        Runtime("Java", ["java", "javaw", "mvn", "gradle"], .set, .variable("JAVA_TOOL_OPTIONS")),
        go,
        Runtime(
            "Ruby", ["ruby", "irb", "rake", "bundle", "rails"], .followedExceptLoopback, .variable("SSL_CERT_FILE"),
            [.machineName]),
        Runtime("Perl", ["perl"], .followed, .variable("PERL_LWP_SSL_CA_FILE")),
        Runtime(
            "PHP", ["php", "php-fpm", "composer"], .onlyIfAsked, .variable("PHP_INI_SCAN_DIR"),
            [.option("'proxy' and 'request_fulluri' in its stream context, or curl")]),
        Runtime("Deno", ["deno"], .followed, .variable("DENO_CERT")),
        Runtime(".NET", ["dotnet"], .followed, .variable("SSL_CERT_FILE")),
        Runtime("cargo", ["cargo"], .followed, .variable("CARGO_HTTP_CAINFO")),
        Runtime("AWS CLI", ["aws"], .followed, .variable("AWS_CA_BUNDLE")),
        Runtime("uv", ["uv", "uvx"], .followed, .variable("SSL_CERT_FILE")),
        Runtime("Swift", ["swift", "swift-run"], .followed, .fixed, [.tunnel]),
        Runtime("aria2", ["aria2c"], .followed, .option("--ca-certificate"), [.tunnel]),
        Runtime(
            "oidc-agent", ["oidc-agent", "oidc-token", "oidc-gen", "oidc-add"], .followed, .option("cert_path"),
            [.startUnderRun("oidc-agent"), .tunnel]),
        Runtime("session-console", ["session-console"], .followedExceptLoopback, .option("--ca-file"), [.machineName]),
    ]

    /// Programs that Go compiled, each with a name of its own.
    package static let go = Runtime(
        "Go", ["go", "gh", "git-credential-oauth", "kubectl", "terraform", "docker"], .followedExceptLoopback,
        .variable("SSL_CERT_FILE"), [.machineName])
}
