/** How long an interaction waits for the store before it is acknowledged; the rest of the 3 s is left for the call to Discord. */
export const storeLimitMs = 1_500;
