// Tests import the one and have the other, which other packages' tests use as well.
@_exported public import SessionCoreTesting
