import type { Clock } from '../services.ts';

/** The system clock plus an offset set by QA. */
export class AdjustableClock implements Clock {
  offsetMs = 0;
  // Bound, because `clock.now` is passed around as a function.
  readonly now = (): number => Date.now() + this.offsetMs;
}
