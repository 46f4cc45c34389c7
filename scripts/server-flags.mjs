/**
 * Keeps the server's compiled code through a pause. Node gives memory back when nothing is asked for eight
 * seconds, and throws away with it whatever was compiled for objects that nobody holds at that moment:
 * requests, sockets, rows. The first seconds after a pause then took 40 % more of the processor for a call.
 * See docs/decisions/0012.
 */
export const serverFlags = ['--no-memory-reducer', '--retain-maps-for-n-gc=1000000'];
