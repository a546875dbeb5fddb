import CProcess

/// Gives memory back to the system that this program has freed, and the C library keeps for what comes.
package func giveBackFreedMemory() { console_give_back_memory() }
