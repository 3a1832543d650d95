import type { Clock } from '../services.ts';

/** The system's clock plus an offset that QA sets. */
export class AdjustableClock implements Clock {
  offsetMs = 0;
  // Bound, because `clock.now` is passed on as a function.
  readonly now = (): number => Date.now() + this.offsetMs;
}
