import { CircleAlert, CircleCheck, Info, TriangleAlert, X } from 'lucide-react';
import { useEffect, useRef, useState, useSyncExternalStore, type ReactNode } from 'react';
import {
  dismissToast,
  shownToasts,
  subscribeToToasts,
  type ShownToast,
  type ToastTone,
} from './toast-store.ts';

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
 * Region of all toasts, mounted once. Announced politely; only toasts with `takesFocus` take the focus.
 * Publishes its height as `--toast-block`, so pages can scroll their last content out from under it.
 */
export function ToastRegion({ label, dismissLabel }: ToastRegionProps) {
  const toasts = useSyncExternalStore(subscribeToToasts, shownToasts);
  const ref = useRef<HTMLDivElement>(null);
  const hasSome = toasts.length > 0;
  useEffect(() => {
    const list = ref.current;
    if (!list || !hasSome) return undefined;
    const { style } = document.documentElement;
    const size = new ResizeObserver(() =>
      style.setProperty('--toast-block', `${list.offsetHeight}px`),
    );
    size.observe(list);
    return () => {
      size.disconnect();
      style.removeProperty('--toast-block');
    };
  }, [hasSome]);
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

function ToastItem({ toast, dismissLabel }: { toast: ShownToast; dismissLabel: string }) {
  const { id, tone = 'info', message, timeoutMs = 0, action, takesFocus = false } = toast;
  const [held, setHeld] = useState(false);

  useEffect(() => {
    if (timeoutMs === 0 || held) return undefined;
    const timer = setTimeout(() => dismissToast(id), timeoutMs);
    return () => clearTimeout(timer);
  }, [id, timeoutMs, held]);

  return (
    <div
      onPointerEnter={() => setHeld(true)}
      onPointerLeave={() => setHeld(false)}
      onFocus={() => setHeld(true)}
      onBlur={() => setHeld(false)}
      className="toast-item pointer-events-auto flex flex-wrap items-center gap-x-3 rounded-card bg-inverse forced-color-adjust-none ps-4 text-inverse-ink shadow-float [--focus:var(--inverse-ink)]"
    >
      <span className="shrink-0 [&_svg]:size-5">{icons[tone]}</span>
      {/* In large type the action wraps below the text. */}
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
