/** A place in the part of the page that is shown, in CSS pixels. */
export interface Point {
  readonly x: number;
  readonly y: number;
}

/** A key that has no letter, by its name in `KeyboardEvent.key`. */
export type Key = 'Tab' | 'Enter' | 'Escape' | 'ArrowDown' | 'ArrowUp';

/** One tab of a browser, as far as the engines' drivers agree on what can be done with it. */
export interface Tab {
  goto(url: string): Promise<void>;
  /** Begins to load an address, and does not wait until it is there. */
  leaveFor(url: string): Promise<void>;
  reload(): Promise<void>;
  /** Goes back in the history, which may take the page from the back-forward cache. */
  back(): Promise<void>;
  url(): Promise<string>;
  /** Runs a function in the page; it and what it is given travel as text, what it returns as JSON. */
  evaluate<Given, Result>(
    run: (given: Given) => Result | Promise<Result>,
    given: Given,
  ): Promise<Result>;
  evaluate<Result>(run: () => Result | Promise<Result>): Promise<Result>;
  /** Runs a script in the page. */
  inject(source: string): Promise<void>;
  /** Presses with the pointer, as a person does. */
  pressAt(at: Point): Promise<void>;
  /** Presses a key in the focused element. */
  pressKey(key: Key): Promise<void>;
  /** Brings the tab before the others of its browser. */
  show(): Promise<void>;
  /** A picture of what is shown, as a PNG. */
  screenshot(): Promise<Buffer>;
  close(): Promise<void>;
}

/** A browser with a profile in a directory, which outlives its process. */
export interface Browser {
  newTab(): Promise<Tab>;
  /** Problems in its pages: uncaught errors, errors on the console, a broken policy. */
  readonly problems: readonly string[];
  /** Ends the browser at once, in the middle of anything. */
  kill(): Promise<void>;
  /** Starts it again on what it kept, after `kill` or `quit`. */
  start(): Promise<void>;
  /** Closes it as a person does; all that was kept is on the disk then. */
  quit(): Promise<void>;
  /**
   * Ends the process that keeps IndexedDB, as iOS does in the background; null where the engine has none.
   * @returns the newest tab, to be driven from here on; the driver has lost all of them
   */
  readonly loseStorage: (() => Tab) | null;
  /** Ends it and removes its profile. */
  dispose(): Promise<void>;
}

export type EngineName = 'firefox' | 'webkit';

/** A browser engine under test. */
export interface Engine {
  readonly name: EngineName;
  /** As people read it: `Firefox 153.7.0esr`. */
  readonly version: string;
  /** Starts a browser with a new profile, 390 px wide. */
  open(): Promise<Browser>;
}
