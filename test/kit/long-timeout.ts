/**
 * For a proof with thousands of calls or repeated kills: a minute on two idle cores, ten on busy ones. It only ends what
 * hangs.
 */
export const longTimeoutMs = 900_000;
