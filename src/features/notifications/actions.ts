/** What other features show of notifications. */
export { PushSettings } from './push-settings.tsx';
export { useDayLabel } from './use-day-label.ts';
