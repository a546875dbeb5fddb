// swift-tools-version: 6.3
import PackageDescription

let swiftSettings: [SwiftSetting] = [
    // https://github.com/swiftlang/swift-evolution/blob/main/proposals/0335-existential-any.md
    .enableUpcomingFeature("ExistentialAny"),
    // https://github.com/swiftlang/swift-evolution/blob/main/proposals/0409-access-level-on-imports.md
    .enableUpcomingFeature("InternalImportsByDefault"),
    // https://github.com/swiftlang/swift-evolution/blob/main/proposals/0444-member-import-visibility.md
    .enableUpcomingFeature("MemberImportVisibility"),
]

let consoleSettings: [SwiftSetting] =
    swiftSettings
    + [
        .unsafeFlags(["-cross-module-optimization"], .when(platforms: [.linux], configuration: .release))
    ]

// The tests draw ten thousand screens and read megabytes of damaged files. Of the suite's CPU, TerminalUI took 208 s
// and takes 17 s so; RequestFiles 105 s and 11 s, half of it by smaller files. Compiling takes 85 s of CPU more, once.
let optimisedForTests: [SwiftSetting] = [.unsafeFlags(["-O"], .when(configuration: .debug))]

// `--version` names the commit of a build that has this variable, which `.ci/package` and `.ci/run` set. For another
// commit only CCommit and what imports it are compiled again. A build without the variable knows the version alone.
let commit: [CSetting] =
    Context.environment["SESSION_CONSOLE_COMMIT"].map { [.define("SESSION_CONSOLE_COMMIT", to: $0)] } ?? []

func library(
    _ name: String, _ dependencies: [Target.Dependency] = [], path: String? = nil, settings: [SwiftSetting] = []
) -> Target {
    .target(name: name, dependencies: dependencies, path: path, swiftSettings: swiftSettings + settings)
}

// With the standard library inside, and without names that others could look for, a program starts sooner. Its 71,000
// relocations, packed, are 16 kB in place of 1.7 MB that each start reads: a demo has 30.1 MB at its first frame so,
// and 32.2 without. lld, which packs them, comes with the toolchain; glibc reads them from 2.36 on.
let linkerSettings: [LinkerSetting] = [
    .unsafeFlags(
        [
            "-static-stdlib", "-Xlinker", "-l_FoundationCShims", "-Xlinker", "-l_FoundationCollections",
            "-Xlinker", "--no-export-dynamic", "-use-ld=lld",
            "-Xlinker", "-z", "-Xlinker", "pack-relative-relocs",
        ],
        .when(platforms: [.linux], configuration: .release))
]

// What runs once for each command or effect. It takes 0.4 MB of a demo's first frame: three starts each.
let small = SwiftSetting.unsafeFlags(["-Osize"], .when(configuration: .release))

/// A part of the console.
func console(_ name: String, _ dependencies: [Target.Dependency] = [], settings: [SwiftSetting] = []) -> Target {
    .target(name: name, dependencies: dependencies, swiftSettings: consoleSettings + settings)
}

func program(
    _ name: String, _ dependencies: [Target.Dependency], exclude: [String] = [], settings: [SwiftSetting] = []
) -> Target {
    .executableTarget(
        name: name, dependencies: dependencies, exclude: exclude, swiftSettings: consoleSettings + settings,
        linkerSettings: linkerSettings)
}

func tests(
    _ name: String, _ dependencies: [Target.Dependency], resources: [Resource] = [], exclude: [String] = []
) -> Target {
    .testTarget(
        name: name, dependencies: dependencies, exclude: exclude, resources: resources, swiftSettings: swiftSettings)
}

let package = Package(
    name: "session-console",
    products: [
        .library(name: "SessionKit", targets: ["SessionKit"]),
        .library(name: "SessionCore", targets: ["SessionCore"]),
        .library(name: "CurlTransport", targets: ["CurlTransport"]),
        .library(name: "LoopbackRedirect", targets: ["LoopbackRedirect"]),
        .library(name: "URLSessionHooks", targets: ["URLSessionHooks"]),
        .library(name: "SessionCoreTesting", targets: ["SessionCoreTesting"]),
        .executable(name: "session-console", targets: ["session-console"]),
    ],
    targets: [
        // Without pkgConfig: ncursesw's flags define macros, which SwiftPM refuses.
        .systemLibrary(name: "CNcurses", providers: [.apt(["libncursesw5-dev"]), .yum(["ncurses-devel"])]),
        .systemLibrary(
            name: "COpenSSL", pkgConfig: "libcrypto", providers: [.apt(["libssl-dev"]), .yum(["openssl-devel"])]),
        .systemLibrary(
            name: "CQREncode", pkgConfig: "libqrencode",
            providers: [.apt(["libqrencode-dev"]), .yum(["qrencode-devel"])]),
        .systemLibrary(
            name: "CYAML", pkgConfig: "yaml-0.1", providers: [.apt(["libyaml-dev"]), .yum(["libyaml-devel"])]),
        .systemLibrary(name: "CGetopt"),
        // The headers of libcurl4-openssl-dev and libmicrohttpd-dev; the libraries are opened when they are needed.
        .target(name: "CCurl"),
        .target(name: "CMicroHTTPD"),
        // The same for libssl, whose headers libssl-dev has.
        .target(name: "CTLS", dependencies: ["COpenSSL"]),
        .target(name: "CDecoding"),
        .target(name: "CCommit", cSettings: commit),
        .target(name: "CProcess"),

        library("HostSystem", ["CProcess"]),
        library("JOSE", ["HostSystem", "COpenSSL"]),
        library("Addresses"),
        library("SessionHTTP", ["HostSystem", "Addresses"]),
        library("SessionCore", ["HostSystem", "SessionHTTP", "JOSE", "Addresses"]),
        library("SessionCoreTesting", ["SessionCore", "JOSE", "Addresses"]),
        library("CurlTransport", ["HostSystem", "SessionHTTP", "CCurl"]),
        library("SessionKit", ["SessionCore", "CurlTransport"]),
        library("URLSessionHooks", ["SessionCore"]),
        library("Interception", ["HostSystem", "COpenSSL", "CTLS"]),
        library("Relay", ["HostSystem", "SessionHTTP", "CurlTransport", "Interception"]),
        library("SessionProxy", ["Relay", "Interception", "SessionCore", "Addresses"]),
        library("MCPBridge", ["HostSystem", "SessionHTTP", "JOSE"], settings: optimisedForTests),
        library(
            "ClientWatch",
            [
                "HostSystem", "Relay", "Interception", "ClientObservation", "FaultInjection", "CurlTransport",
                "SessionCore",
                "SessionHTTP", "Addresses", "JOSE", "CDecoding",
            ]),
        library("RequestFiles", ["HostSystem", "JOSE", "Addresses"], settings: optimisedForTests),
        library("YAML", ["JOSE", "CYAML"]),
        library("Scenarios", ["JOSE", "TerminalUI"], settings: [small]),
        library("Doctor", ["SessionCore", "JOSE", "Addresses"], settings: [small]),
        library("Recordings", ["SessionCore", "JOSE", "Addresses"]),
        library("ClientObservation", ["SessionCore", "SessionHTTP", "JOSE", "Addresses"]),
        library("FaultInjection", ["SessionCore"]),
        library("HTTPServer", ["HostSystem", "CMicroHTTPD"]),
        library("LoopbackRedirect", ["SessionCore", "HTTPServer", "Addresses"]),
        console("TerminalUI", ["HostSystem"], settings: optimisedForTests),
        console("TerminalCurses", ["HostSystem", "TerminalUI", "CNcurses"]),
        console("ConsoleKit", ["TerminalUI", "SessionHTTP"]),
        console("ConsoleFaults", ["SessionCore", "ClientObservation"], settings: [small]),
        console(
            "ConsoleApp",
            [
                "SessionCore", "JOSE", "Addresses", "RequestFiles", "Scenarios", "Doctor", "ClientObservation",
                "Recordings", "TerminalUI", "ConsoleKit", "ConsoleFaults", "CQREncode",
            ]),
        library("DemoProvider", ["HostSystem", "JOSE", "HTTPServer"]),

        program(
            "session-console",
            [
                "HostSystem", "JOSE", "Addresses", "SessionCore", "RequestFiles", "YAML", "Scenarios", "Doctor",
                "ClientObservation",
                "ClientWatch", "Interception", "Recordings", "CurlTransport", "Relay", "SessionProxy", "MCPBridge",
                "FaultInjection", "HTTPServer",
                "LoopbackRedirect", "TerminalUI", "TerminalCurses", "ConsoleKit", "ConsoleFaults", "ConsoleApp",
                "DemoProvider",
                "CGetopt",
                "CCommit",
            ],
            exclude: ["session-console.1"], settings: [small]),
        program(
            "session-bench",
            [
                "HostSystem", "JOSE", "SessionCore", "RequestFiles", "CurlTransport", "HTTPServer", "CCurl",
                "ConsoleApp",
                "TerminalUI",
            ]),

        library(
            "TestSupport",
            [
                "SessionCoreTesting", "SessionCore", "SessionHTTP", "JOSE", "CurlTransport", "Relay", "Interception",
                "HTTPServer",
            ],
            path: "Tests/TestSupport"
        ),
        tests("HostSystemTests", ["HostSystem", "TestSupport"]),
        tests("JOSETests", ["JOSE", "TestSupport"]),
        tests("AddressesTests", ["Addresses"]),
        tests("ScenariosTests", ["Scenarios", "JOSE", "TestSupport"]),
        tests(
            "DoctorTests",
            [
                "Addresses", "Doctor", "SessionCore", "JOSE", "CurlTransport", "DemoProvider", "HTTPServer",
                "TestSupport",
            ]),
        tests("RequestFilesTests", ["RequestFiles", "JOSE", "TestSupport"]),
        tests("YAMLTests", ["YAML", "JOSE", "RequestFiles"]),
        tests("RecordingsTests", ["Recordings", "SessionCore", "JOSE", "TestSupport"]),
        tests("ClientObservationTests", ["ClientObservation", "SessionCore", "SessionHTTP", "JOSE", "TestSupport"]),
        tests(
            "SessionCoreTests",
            [
                "SessionCoreTesting", "SessionHTTP", "HostSystem", "SessionCore", "JOSE", "TestSupport",
                "FaultInjection", "CurlTransport", "DemoProvider",
                "LoopbackRedirect",
            ]),
        tests("CurlTransportTests", ["SessionHTTP", "CurlTransport", "SessionCore", "HTTPServer", "TestSupport"]),
        tests("RelayTests", ["HostSystem", "Relay", "Interception", "SessionHTTP", "CurlTransport", "TestSupport"]),
        tests(
            "SessionProxyTests",
            ["SessionProxy", "Relay", "Interception", "SessionCore", "CurlTransport", "DemoProvider", "TestSupport"]),
        tests("MCPBridgeTests", ["MCPBridge", "SessionHTTP", "JOSE", "TestSupport"]),
        tests(
            "ClientWatchTests",
            [
                "HostSystem", "ClientWatch", "Relay", "Interception", "ClientObservation", "FaultInjection",
                "CurlTransport",
                "SessionCore", "SessionHTTP", "JOSE", "DemoProvider", "TestSupport",
            ]),
        tests(
            "InterceptionTests", ["Interception", "COpenSSL", "CurlTransport", "SessionHTTP", "TestSupport"],
            exclude: ["Clients"]),
        tests("HTTPServerTests", ["HTTPServer", "TestSupport"]),
        tests(
            "LoopbackRedirectTests",
            ["LoopbackRedirect", "SessionCore", "CurlTransport", "DemoProvider", "HTTPServer", "TestSupport"]),
        tests("TerminalUITests", ["TerminalUI", "TestSupport"]),
        .executableTarget(
            name: "terminal-crasher", dependencies: ["TerminalCurses", "TerminalUI"], path: "Tests/TerminalCrasher",
            swiftSettings: swiftSettings),
        tests("TerminalCursesTests", ["TerminalCurses", "TerminalUI", "TestSupport", "terminal-crasher"]),
        tests(
            "ConsoleAppTests",
            [
                "ConsoleApp", "ConsoleKit", "ConsoleFaults", "SessionCore", "ClientObservation", "JOSE", "RequestFiles",
                "Scenarios",
                "Doctor", "TerminalUI", "TestSupport",
            ],
            exclude: ["__Snapshots__"]),
        tests(
            "DemoProviderTests",
            ["DemoProvider", "JOSE", "CurlTransport", "SessionCore", "HTTPServer", "TestSupport"]),
        tests(
            "SessionConsoleTests",
            [
                "session-console", "HostSystem", "ConsoleKit", "ConsoleFaults", "ConsoleApp", "SessionCore",
                "SessionCoreTesting", "Addresses",
                "RequestFiles",
                "Scenarios", "Doctor",
                "ClientObservation", "ClientWatch", "Recordings", "CurlTransport", "JOSE", "DemoProvider",
                "FaultInjection",
                "TerminalUI", "TerminalCurses", "HTTPServer", "TestSupport",
            ],
            exclude: ["Play/newcomer.scenario", "Recordings/Earlier"]),
        tests(
            "RealProvidersTests",
            [
                "session-console", "ConsoleApp", "SessionCore", "Doctor", "ClientObservation", "CurlTransport",
                "LoopbackRedirect", "DemoProvider", "JOSE", "TestSupport",
            ],
            exclude: ["Behaviour", "Clients", "Helpers", "Providers", "Readers", "Resources", "Tools"]),
    ],
    swiftLanguageModes: [.v6]
)
