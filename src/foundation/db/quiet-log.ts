/** For work whose caller reports the errors itself. */
export const quietLog = { debug() {}, info() {}, warn() {}, error() {} };
