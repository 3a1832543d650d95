/** Values of list filters in the console's URLs. Separate from the calls, which screens load later. */

/** The manufacturer's verdicts on a certificate, by the specification's names. */
export const certificateVerdicts = ['valid', 'in_review', 'rejected'] as const;

/** Lists of chats. */
export const chatViews = ['unanswered', 'overdue', 'mine', 'open', 'solved', 'all'] as const;

/** Lists of content. An item with a draft is listed under its status and under drafts. */
export const contentStatuses = ['published', 'draft', 'planned', 'withdrawn'] as const;

/** Outcomes of an invitation to a survey. */
export const surveyOutcomes = ['completed', 'opened', 'declined', 'not_opened'] as const;

/** States of a club card. */
export const cardStates = ['issued', 'active', 'blocked', 'expired', 'closed'] as const;
/** Lists of club cards; `requested` has the open card orders. */
export const cardViews = ['requested', ...cardStates] as const;
