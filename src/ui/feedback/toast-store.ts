export type ToastTone = 'info' | 'good' | 'warn' | 'bad';

interface ToastOptions {
  message: string;
  /** Topic, such as `cart`; a newer toast on the same topic replaces it. Null for no topic. */
  subject: string | null;
  tone?: ToastTone;
  /** 0 keeps it until dismissed (the default, spec 1 §9). */
  timeoutMs?: number;
  action?: { label: string; onPress: () => void };
  /** Focuses the action: for keyboard users whose button was removed by the action. */
  takesFocus?: boolean;
  /** Path of the screen that shows the same information; reaching it dismisses the toast. */
  screen?: string;
  /** Calls `end` once the toast is obsolete. @returns a function that stops watching */
  until?: (end: () => void) => () => void;
}

export interface ShownToast extends ToastOptions {
  id: number;
}

/** Maximum number of toasts; the oldest is dropped. */
const MAX_TOASTS = 3;

let lastId = 0;
let shown: readonly ShownToast[] = [];
const listeners = new Set<() => void>();
const stops = new Map<number, () => void>();

function change(next: readonly ShownToast[]): void {
  const removed = shown.filter((toast) => !next.includes(toast));
  shown = next;
  for (const { id } of removed) {
    stops.get(id)?.();
    stops.delete(id);
  }
  for (const listener of listeners) listener();
}

function keepOnly(stays: (toast: ShownToast) => boolean): void {
  if (!shown.every(stays)) change(shown.filter(stays));
}

/** Shows a toast, replacing one on the same topic. @returns the id for `dismissToast` */
export function showToast(toast: ToastOptions): number {
  lastId += 1;
  const id = lastId;
  const others = shown.filter(({ subject }) => subject === null || subject !== toast.subject);
  change([...others, { ...toast, id }].slice(-MAX_TOASTS));
  const stop = toast.until?.(() => dismissToast(id));
  // It may have ended during the call.
  if (stop && shown.some((other) => other.id === id)) stops.set(id, stop);
  else stop?.();
  return id;
}

/** Dismisses a toast; unknown ids are ignored. */
export function dismissToast(id: number): void {
  keepOnly((toast) => toast.id !== id);
}

/** Dismisses toasts on a topic that has changed. */
export function dismissToastsAbout(subject: string): void {
  keepOnly((toast) => toast.subject !== subject);
}

/** Dismisses toasts whose information the screen at `path` shows itself. */
export function dismissToastsAt(path: string): void {
  keepOnly((toast) => toast.screen !== path);
}

/** For `useSyncExternalStore`. */
export function subscribeToToasts(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/** Returns the visible toasts, oldest first; the same array until they change. */
export function shownToasts(): readonly ShownToast[] {
  return shown;
}
