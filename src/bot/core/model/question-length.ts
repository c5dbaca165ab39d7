/** A question has at most this many characters. Readers of messages that show more leave out the rest and say so. */
export const maxQuestionChars = 10_000;
