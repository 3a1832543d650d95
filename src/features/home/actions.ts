/** What other features show of a company's levels, and of its points. */
export { ExpiryHelp } from './expiry-help.tsx';
export { TierStanding } from './tier-standing.tsx';
