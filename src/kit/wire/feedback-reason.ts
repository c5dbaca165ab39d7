/** Why an answer did not help: what people choose in chat, and what MCP clients report. */
export const feedbackReasons = ['wrong', 'outdated', 'missing', 'unclear', 'other'] as const;
export type FeedbackReason = (typeof feedbackReasons)[number];
