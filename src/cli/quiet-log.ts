/** What goes wrong in a command is thrown, and told by the command itself. */
export const quietLog = { debug() {}, info() {}, warn() {}, error() {} };
