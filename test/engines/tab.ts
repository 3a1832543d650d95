/** A point in the viewport, in CSS pixels. */
interface Point {
  readonly x: number;
  readonly y: number;
}

/** A non-character key, by its `KeyboardEvent.key`. */
export type Key = 'Tab' | 'Enter' | 'Escape' | 'ArrowDown' | 'ArrowUp';

/** A browser tab, limited to what every engine's driver supports. */
export interface Tab {
  goto(url: string): Promise<void>;
  /** Starts a navigation without waiting for it. */
  leaveFor(url: string): Promise<void>;
  reload(): Promise<void>;
  /** Goes back in the history, possibly from the back-forward cache. */
  back(): Promise<void>;
  url(): Promise<string>;
  /** Runs a function in the page; function and argument are serialised as text, the result as JSON. */
  evaluate<Input, Result>(
    run: (input: Input) => Result | Promise<Result>,
    input: Input,
  ): Promise<Result>;
  evaluate<Result>(run: () => Result | Promise<Result>): Promise<Result>;
  /** Runs a script in the page. */
  inject(source: string): Promise<void>;
  /** Presses with the pointer. */
  pressAt(point: Point): Promise<void>;
  /** Presses a key in the focused element. */
  pressKey(key: Key): Promise<void>;
  /** Brings the tab to the front. */
  show(): Promise<void>;
  /** Screenshot of the viewport as PNG. */
  screenshot(): Promise<Buffer>;
  close(): Promise<void>;
}

/** A browser with a profile directory that survives its process. */
export interface Browser {
  newTab(): Promise<Tab>;
  /** Uncaught errors, console errors and CSP violations of its pages. */
  readonly problems: readonly string[];
  /** Kills the browser immediately. */
  kill(): Promise<void>;
  /** Restarts it with its saved data, after `kill` or `quit`. */
  start(): Promise<void>;
  /** Closes it cleanly; its data is on disk afterwards. */
  quit(): Promise<void>;
  /**
   * Kills the process that holds IndexedDB, as iOS does in the background; null if the engine has no such process.
   * @returns the newest tab, which remains controllable; the driver has lost all tabs
   */
  readonly loseStorage: (() => Tab) | null;
  /** Ends it and deletes its profile. */
  dispose(): Promise<void>;
}

export type EngineName = 'firefox' | 'webkit';

export interface BrowserOptions {
  /** Limit of an origin's storage, in megabytes; by default the engine's own. */
  readonly storageMb?: number;
}

/** A browser engine under test. */
export interface Engine {
  readonly name: EngineName;
  /** Name in reports: `Firefox 153.7.0esr`. */
  readonly version: string;
  /** Starts a browser with a new profile, 390 px wide. */
  open(options?: BrowserOptions): Promise<Browser>;
}
