/** Version of the contract and of the app shipped with it (spec 1 §1). */
export const VERSION = '3.9.4';
