/** What other features show of a company's levels, and of its points. */
export { ExpiryHelp } from './points-expiry.tsx';
export { LevelRow, LevelProgress } from './level-row.tsx';
export { useTierName } from './use-tier-name.ts';
export { GainNumber } from './gain-number.tsx';
