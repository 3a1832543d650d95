export type ToastTone = 'info' | 'good' | 'warn' | 'bad';

export interface ToastOptions {
  message: string;
  /** What it is about, such as `cart`: the next toast about the same takes its place. Null: about nothing that lasts. */
  subject: string | null;
  tone?: ToastTone;
  /** 0 keeps it until it is dismissed (specification 1, section 9: the default). */
  timeoutMs?: number;
  action?: { label: string; onPress: () => void };
  /** Puts the focus on the action: for a keyboard, whose button has gone with what it did. */
  takesFocus?: boolean;
  /** The path of the screen that shows the same: the toast goes when it is reached. */
  screen?: string;
  /** Calls `end` once the toast is no longer true. @returns stops that */
  until?: (end: () => void) => () => void;
}

export interface ShownToast extends ToastOptions {
  id: number;
}

/** More would cover the screen; the oldest gives way. */
const most = 3;

let lastId = 0;
let shown: readonly ShownToast[] = [];
const listeners = new Set<() => void>();
const stops = new Map<number, () => void>();

function change(next: readonly ShownToast[]): void {
  const gone = shown.filter((toast) => !next.includes(toast));
  shown = next;
  for (const { id } of gone) {
    stops.get(id)?.();
    stops.delete(id);
  }
  for (const listener of listeners) listener();
}

function keepOnly(stays: (toast: ShownToast) => boolean): void {
  if (!shown.every(stays)) change(shown.filter(stays));
}

/** Shows a message over the screen, in place of one about the same. @returns the id to dismiss it with */
export function showToast(toast: ToastOptions): number {
  lastId += 1;
  const id = lastId;
  const others = shown.filter(({ subject }) => subject === null || subject !== toast.subject);
  change([...others, { ...toast, id }].slice(-most));
  const stop = toast.until?.(() => dismissToast(id));
  // It may have ended while it was being followed.
  if (stop && shown.some((other) => other.id === id)) stops.set(id, stop);
  else stop?.();
  return id;
}

/** Takes a message away; an unknown id does nothing. */
export function dismissToast(id: number): void {
  keepOnly((toast) => toast.id !== id);
}

/** Takes away what is said about a subject: it has changed. */
export function dismissToastsAbout(subject: string): void {
  keepOnly((toast) => toast.subject !== subject);
}

/** Takes away what the screen at a path shows itself. */
export function dismissToastsAt(path: string): void {
  keepOnly((toast) => toast.screen !== path);
}

/** For `useSyncExternalStore`. */
export function subscribeToToasts(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/** What is shown now, oldest first; the same array until it changes. */
export function shownToasts(): readonly ShownToast[] {
  return shown;
}
