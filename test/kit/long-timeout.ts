/** For a proof with thousands of calls or repeated kills: minutes on two busy cores. */
export const longTimeoutMs = 300_000;
