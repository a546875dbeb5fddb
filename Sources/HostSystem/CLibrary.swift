// The one import of the C library: all other files import HostSystem.
@_exported public import Glibc
