/** What other features show of notifications. */
export { PushSettings } from './push-settings.tsx';
export { useDayWords } from './use-day-words.ts';
