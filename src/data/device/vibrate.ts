/** True if the browser supports vibration; Safari doesn't. */
export function canVibrate(): boolean {
  return 'vibrate' in navigator;
}

/**
 * Vibrates if supported and the page has been touched; browsers log a warning otherwise.
 * @param pattern ms, or ms on and off alternating
 */
export function vibrate(pattern: number | number[]): void {
  if (navigator.userActivation?.hasBeenActive) navigator.vibrate?.(pattern);
}
