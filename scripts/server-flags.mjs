/**
 * The first two keep the server's compiled code through a pause. Node gives memory back when nothing is asked for
 * eight seconds, and throws away with it whatever was compiled for objects that nobody holds at that moment:
 * requests, sockets, rows. The first seconds after a pause then took 40 % more of the processor for a call.
 *
 * The others give the young generation room. V8 begins with a small one, and copies the calls that are under way
 * again and again: with 16 MiB for each half of it the server took 185 µs of processor time for a call, with 32 it
 * took 177, with 64 it took 170, for 80 MB more of memory.
 * See docs/decisions/0012.
 */
export const serverFlags = [
  '--no-memory-reducer',
  '--retain-maps-for-n-gc=1000000',
  '--min-semi-space-size=64',
  '--max-semi-space-size=64',
];
