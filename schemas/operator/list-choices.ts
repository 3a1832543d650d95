/** Values of list filters that the console's addresses contain. Apart from the calls, so that screens load those later. */

/** The manufacturer's verdicts on a certificate, by the specification's names. */
export const certificateVerdicts = ['valid', 'in_review', 'rejected'] as const;

/** Lists of chats. */
export const chatViews = ['unanswered', 'overdue', 'mine', 'open', 'solved', 'all'] as const;

/** Lists of content. An item with a draft is listed under its status and under drafts. */
export const contentStatuses = ['published', 'draft', 'planned', 'withdrawn'] as const;
