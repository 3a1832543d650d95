import type { Page } from '@playwright/test';

/** One screen in one of its states. */
export interface Screen {
  readonly name: string;
  readonly path: string;
  /** Brings it into its state; the heading is there already. */
  readonly act?: (page: Page) => Promise<void>;
}
