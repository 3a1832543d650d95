import { Clock, Hourglass } from 'lucide-react';
import type { ReactNode } from 'react';

interface TimeMarkProps {
  /** Little is left: said louder, and with another icon. */
  isSoon: boolean;
  /** The words. */
  children: ReactNode;
}

/** How long there is still, in a row's line. */
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
