/** What other features show of a company's levels. */
export { TierStanding } from './tier-standing.tsx';
