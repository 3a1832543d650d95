/** Home features that other features may use: tiers and points. */
export { ExpiryHelp } from './points-expiry.tsx';
export { LevelRow, LevelProgress } from './level-row.tsx';
export { useTierName } from './level-row.tsx';
export { EarningsNumber } from './earnings-number.tsx';
