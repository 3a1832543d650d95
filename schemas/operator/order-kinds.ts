/** Statuses of an order, with the specification's names. As a filter, `open` means pending, approved or failed. */
export const orderStates = ['pending', 'approved', 'failed', 'positive', 'negative'] as const;

/** Kinds of goods, as in `vendors.ts`. */
export const orderKinds = ['physical', 'digital', 'card', 'top-up', 'custom'] as const;
