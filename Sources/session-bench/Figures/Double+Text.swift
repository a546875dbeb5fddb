extension Double {
    func rounded(_ digits: Int) -> Double {
        let scale = (0..<digits).reduce(1.0) { scale, _ in scale * 10 }
        return (self * scale).rounded() / scale
    }

    /// With exactly so many digits after the point.
    func text(_ digits: Int) -> String {
        guard digits > 0 else { return String(Int(rounded())) }
        let parts = String(rounded(digits)).split(separator: ".")
        let fraction = parts.count > 1 ? parts[1] : ""
        return parts[0] + "." + fraction + String(repeating: "0", count: max(0, digits - fraction.count))
    }
}
