import { Circle, CircleAlert, CircleCheck, Info, TriangleAlert } from 'lucide-react';
import type { ReactNode } from 'react';
import { classNames } from '../class-names.ts';

export type Tone = 'good' | 'warn' | 'bad' | 'info' | 'neutral';

interface BadgeProps {
  tone?: Tone;
  /** Replaces the tone's icon. */
  icon?: ReactNode;
  /** The text, because colour alone must not convey a state. */
  children: ReactNode;
}

const styles: Record<Tone, { className: string; icon: ReactNode }> = {
  good: { className: 'bg-good-soft text-good', icon: <CircleCheck /> },
  warn: { className: 'bg-warn-soft text-warn', icon: <TriangleAlert /> },
  bad: { className: 'bg-bad-soft text-bad', icon: <CircleAlert /> },
  info: { className: 'bg-info-soft text-info', icon: <Info /> },
  neutral: { className: 'bg-surface-sunken text-ink-soft', icon: <Circle /> },
};

/** A status label with icon and colour. */
export function Badge({ tone = 'neutral', icon, children }: BadgeProps) {
  const style = styles[tone];
  return (
    <span
      className={classNames(
        'inline-flex max-w-full items-center gap-1.5 rounded-tag border border-transparent px-2.5 py-1',
        'text-caption leading-tight font-semibold sunlight:border-current',
        '[&_svg]:size-4 [&_svg]:shrink-0 [&_svg]:stroke-[2.25]',
        // In a row's status slot: only text, with the icon before its first word.
        'in-data-row-end:inline-block in-data-row-end:border-0 in-data-row-end:bg-transparent in-data-row-end:p-0',
        'in-data-row-end:[&_svg]:me-1.5 in-data-row-end:[&_svg]:inline in-data-row-end:[&_svg]:align-[-0.2rem]',
        style.className,
      )}
    >
      {icon ?? style.icon}
      {/* A column of a table is at least as wide as the longest word. */}
      <span className="break-long in-[td]:wrap-break-word">{children}</span>
    </span>
  );
}

/** Unread marker; its label is for screen readers only. */
export function UnreadDot({ children }: { children: ReactNode }) {
  return (
    <span className="mt-[0.45em] size-2.5 shrink-0 rounded-full bg-info">
      <span className="sr-only">{children}</span>
    </span>
  );
}
