export type ToastTone = 'info' | 'good' | 'warn' | 'bad';

export interface ToastOptions {
  message: string;
  tone?: ToastTone;
  /** 0 keeps it until it is dismissed (specification 1, section 9: the default). */
  timeoutMs?: number;
  action?: { label: string; onPress: () => void };
}

export interface ShownToast extends ToastOptions {
  id: number;
}

/** More would cover the screen; the oldest gives way. */
const most = 3;

let lastId = 0;
let shown: readonly ShownToast[] = [];
const listeners = new Set<() => void>();

function change(next: readonly ShownToast[]): void {
  shown = next;
  for (const listener of listeners) listener();
}

/** Shows a message over the screen. @returns the id to dismiss it with */
export function showToast(toast: ToastOptions): number {
  lastId += 1;
  change([...shown, { ...toast, id: lastId }].slice(-most));
  return lastId;
}

/** Takes a message away; an unknown id does nothing. */
export function dismissToast(id: number): void {
  if (shown.some((toast) => toast.id === id)) change(shown.filter((toast) => toast.id !== id));
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
