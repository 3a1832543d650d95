import { Clock, Hourglass } from 'lucide-react';
import type { ReactNode } from 'react';

interface TimeMarkProps {
  /** True if little time is left, which is emphasised with another icon. */
  isSoon: boolean;
  /** The remaining time as text. */
  children: ReactNode;
}

/** Remaining time in a row. */
export function TimeMark({ isSoon, children }: TimeMarkProps) {
  const Icon = isSoon ? Hourglass : Clock;
  return (
    <span
      className={`inline-flex items-center gap-1.5 tnum ${isSoon ? 'font-semibold text-warn' : ''}`}
    >
      <Icon className="size-4 shrink-0" aria-hidden="true" />
      <span className="min-w-0 break-long">{children}</span>
    </span>
  );
}
