/** Notification features that other features may use. */
export { PushSettings } from './push-settings.tsx';
export { useDayLabel } from './use-day-label.ts';
