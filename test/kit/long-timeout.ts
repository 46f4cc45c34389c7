/** For a proof of thousands of calls, or of kill after kill: minutes on two cores that have other work. */
export const longTimeoutMs = 300_000;
