/** What other features show of a company's levels, and of its points. */
export { ExpiryHelp } from './expiry-help.tsx';
export { LevelRow, LevelWords } from './level-row.tsx';
export { useTierWords } from './use-tier-words.ts';
export { GainNumber } from './gain-number.tsx';
