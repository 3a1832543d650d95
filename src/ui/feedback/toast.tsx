import { CircleAlert, CircleCheck, Info, TriangleAlert, X } from 'lucide-react';
import { useEffect, useRef, useState, useSyncExternalStore, type ReactNode } from 'react';

type ToastTone = 'info' | 'good' | 'warn' | 'bad';

interface ToastOptions {
  message: string;
  /** Topic, such as `cart`; a newer toast on the same topic replaces it. Null for no topic. */
  subject: string | null;
  tone?: ToastTone;
  /** 0 keeps it until dismissed (the default, spec 1 §9). */
  timeoutMs?: number;
  action?: { label: string; onPress: () => void };
  /** True to focus the toast's button, for keyboard users if the button that they pressed has disappeared. */
  takesFocus?: boolean;
  /** Path of the screen that shows the same information; going there dismisses the toast. */
  screen?: string;
  /**
   * Calls `end` once the toast is obsolete.
   * @returns a function that stops watching
   */
  until?: (end: () => void) => () => void;
}

interface VisibleToast extends ToastOptions {
  id: number;
}

/** Maximum number of toasts; the oldest is dropped. */
const MAX_TOASTS = 3;

let lastId = 0;
let toasts: readonly VisibleToast[] = [];
const listeners = new Set<() => void>();
const stopWatching = new Map<number, () => void>();

function setToasts(newToasts: readonly VisibleToast[]): void {
  const removedToasts = toasts.filter((toast) => !newToasts.includes(toast));
  toasts = newToasts;
  for (const { id } of removedToasts) {
    stopWatching.get(id)?.();
    stopWatching.delete(id);
  }
  for (const listener of listeners) listener();
}

function filterToasts(shouldKeep: (toast: VisibleToast) => boolean): void {
  if (!toasts.every(shouldKeep)) setToasts(toasts.filter(shouldKeep));
}

/**
 * Shows a toast, replacing one on the same topic.
 * @returns the id for `dismissToast`
 */
export function showToast(toast: ToastOptions): number {
  lastId += 1;
  const id = lastId;
  const otherToasts = toasts.filter(({ subject }) => subject === null || subject !== toast.subject);
  setToasts([...otherToasts, { ...toast, id }].slice(-MAX_TOASTS));
  const stop = toast.until?.(() => dismissToast(id));
  // `until` may have dismissed the toast immediately.
  if (stop && toasts.some((other) => other.id === id)) stopWatching.set(id, stop);
  else stop?.();
  return id;
}

/** Dismisses a toast; unknown ids are ignored. */
export function dismissToast(id: number): void {
  filterToasts((toast) => toast.id !== id);
}

/** Dismisses toasts on a topic that has changed. */
export function dismissToastsAbout(subject: string): void {
  filterToasts((toast) => toast.subject !== subject);
}

/** Dismisses toasts whose information the screen at `path` already shows. */
export function dismissToastsAt(path: string): void {
  filterToasts((toast) => toast.screen !== path);
}

/** For `useSyncExternalStore`. */
export function subscribeToToasts(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/** Returns the visible toasts, oldest first; the same array until they change. */
export function visibleToasts(): readonly VisibleToast[] {
  return toasts;
}

const icons: Record<ToastTone, ReactNode> = {
  info: <Info />,
  good: <CircleCheck />,
  warn: <TriangleAlert />,
  bad: <CircleAlert />,
};

interface ToastRegionProps {
  /** Accessible name of the region, such as "Messages". */
  label: string;
  dismissLabel: string;
}

/**
 * Region for all toasts, mounted once. Announced politely; only toasts with `takesFocus` take the focus.
 * Publishes its height as `--toast-block`, so that pages can scroll their last content out from under it.
 */
export function ToastRegion({ label, dismissLabel }: ToastRegionProps) {
  const toasts = useSyncExternalStore(subscribeToToasts, visibleToasts);
  const ref = useRef<HTMLDivElement>(null);
  const hasToasts = toasts.length > 0;
  useEffect(() => {
    const toastList = ref.current;
    if (!toastList || !hasToasts) return undefined;
    const { style } = document.documentElement;
    const resizeObserver = new ResizeObserver(() =>
      style.setProperty('--toast-block', `${toastList.offsetHeight}px`),
    );
    resizeObserver.observe(toastList);
    return () => {
      resizeObserver.disconnect();
      style.removeProperty('--toast-block');
    };
  }, [hasToasts]);
  return (
    <section
      aria-label={label}
      // Keeps it accessible while a sheet is open.
      data-react-aria-top-layer="true"
      className="pointer-events-none fixed inset-x-0 bottom-[calc(var(--foot-offset)+var(--foot-action)+max(1.5rem,var(--safe-bottom)))] z-50 px-gutter ps-[calc(var(--gutter)+var(--rail-inline))]"
    >
      <div ref={ref} aria-live="polite" className="mx-auto flex max-w-sheet flex-col gap-2">
        {toasts.map((toast) => (
          <ToastItem key={toast.id} toast={toast} dismissLabel={dismissLabel} />
        ))}
      </div>
    </section>
  );
}

function ToastItem({ toast, dismissLabel }: { toast: VisibleToast; dismissLabel: string }) {
  const { id, tone = 'info', message, timeoutMs = 0, action, takesFocus = false } = toast;
  const [isPaused, setPaused] = useState(false);

  useEffect(() => {
    if (timeoutMs === 0 || isPaused) return undefined;
    const timer = setTimeout(() => dismissToast(id), timeoutMs);
    return () => clearTimeout(timer);
  }, [id, timeoutMs, isPaused]);

  return (
    <div
      onPointerEnter={() => setPaused(true)}
      onPointerLeave={() => setPaused(false)}
      onFocus={() => setPaused(true)}
      onBlur={() => setPaused(false)}
      className="toast-item pointer-events-auto flex flex-wrap items-center gap-x-3 rounded-card bg-inverse forced-color-adjust-none ps-4 text-inverse-ink shadow-float [--focus:var(--inverse-ink)]"
    >
      <span className="shrink-0 [&_svg]:size-5">{icons[tone]}</span>
      {/* With a large font, the action wraps below the text. */}
      <p className="min-w-0 flex-[1_1_7rem] py-3 text-small font-medium break-long">{message}</p>
      {action && (
        <button
          type="button"
          // oxlint-disable-next-line jsx-a11y/no-autofocus
          autoFocus={takesFocus}
          onClick={() => {
            action.onPress();
            dismissToast(id);
          }}
          className="ms-auto min-h-target rounded-control px-2 font-semibold underline underline-offset-4 -outline-offset-4!"
        >
          {action.label}
        </button>
      )}
      <button
        type="button"
        aria-label={dismissLabel}
        onClick={() => dismissToast(id)}
        className="grid size-target shrink-0 place-items-center rounded-control -outline-offset-4!"
      >
        <X className="size-5" />
      </button>
    </div>
  );
}
