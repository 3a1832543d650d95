import type { Clock } from '../services.ts';

/** The system clock plus an offset set by QA. */
export class AdjustableClock implements Clock {
  offsetMs = 0;
  // This is an arrow function, because `clock.now` is also passed around without its object.
  readonly now = (): number => Date.now() + this.offsetMs;
}
