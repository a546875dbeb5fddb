// swift-tools-version: 6.3
import PackageDescription

// A package of its own, which sees the library as its users do: by its products, and nothing inside them.
let package = Package(
    name: "outside",
    dependencies: [.package(name: "session-console", path: "../..")],
    targets: [
        // As much of two well-known HTTP clients as the samples touch: no package can be fetched where this is built.
        .target(name: "Get"),
        .target(name: "Alamofire"),
        .target(
            name: "Samples",
            dependencies: [
                "Get", "Alamofire", .product(name: "SessionKit", package: "session-console"),
                .product(name: "SessionCore", package: "session-console"),
                .product(name: "CurlTransport", package: "session-console"),
                .product(name: "LoopbackRedirect", package: "session-console"),
                .product(name: "URLSessionHooks", package: "session-console"),
            ]),
        .executableTarget(
            name: "burst", dependencies: [.product(name: "SessionKit", package: "session-console")]),
        .executableTarget(
            name: "ManyUsers", dependencies: [.product(name: "SessionCore", package: "session-console")]),
        .testTarget(
            name: "OutsideTests",
            dependencies: [
                "Samples", "Get", "Alamofire", .product(name: "SessionCore", package: "session-console"),
                .product(name: "CurlTransport", package: "session-console"),
                .product(name: "SessionCoreTesting", package: "session-console"),
            ]),
    ],
    swiftLanguageModes: [.v6]
)
