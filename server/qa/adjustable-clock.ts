import type { Clock } from '../services.ts';

/** The system's clock, ahead by an offset that QA sets; negative if behind. */
export class AdjustableClock implements Clock {
  offsetMs = 0;
  // Bound, because `clock.now` is passed on as a function.
  readonly now = (): number => Date.now() + this.offsetMs;
}
