/**
 * The first two keep the server's compiled code through a pause. After eight idle seconds Node
 * frees memory, and with it the code compiled for objects that do not exist at that moment:
 * requests, sockets, rows. The first seconds after a pause then took 40 % more processor time per
 * call.
 *
 * The others enlarge the young generation. V8 starts with a small one, and copies the calls under
 * way repeatedly: with 16 MiB per half the server took 185 µs of processor time per call, with 32
 * it took 177, with 64 it took 170, for 80 MB more memory. See docs/decisions/0012.
 */
export const serverFlags = [
  '--no-memory-reducer',
  '--retain-maps-for-n-gc=1000000',
  '--min-semi-space-size=64',
  '--max-semi-space-size=64',
];
