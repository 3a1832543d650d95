/** The regions that marketing material has words of (spec 2 §1), by their codes: `si` is Slovenia's. */
export const marketingLanguages = ['pl', 'hu', 'ro', 'hr', 'si', 'bg'] as const;
export type MarketingLanguage = (typeof marketingLanguages)[number];
