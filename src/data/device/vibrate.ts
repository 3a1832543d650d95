/** Whether the browser has it at all: Apple's does not. */
export function canVibrate(): boolean {
  return 'vibrate' in navigator;
}

/**
 * A short vibration, where the device can and the person has touched the page before: without that
 * the browser only complains.
 * @param pattern ms, or ms on and off in turn
 */
export function vibrate(pattern: number | number[]): void {
  if (navigator.userActivation?.hasBeenActive) navigator.vibrate?.(pattern);
}
