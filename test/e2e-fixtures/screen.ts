import type { ScreenActions } from './screen-actions.ts';

/** A screen in one of its states. */
export interface Screen {
  readonly name: string;
  readonly path: string;
  /** Puts the screen into its state; the heading is already visible. */
  readonly action?: (screen: ScreenActions) => Promise<void>;
}
