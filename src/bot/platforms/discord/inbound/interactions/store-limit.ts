/** How long the store may take before an interaction is acknowledged anyway; the rest of the 3 s is for the call to Discord. */
export const storeLimitMs = 1_500;
