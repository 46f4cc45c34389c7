/** The installation that was meant is not there, or cannot be used as it is. The message says where. */
export class Unreachable extends Error {
  override name = 'Unreachable';
}
