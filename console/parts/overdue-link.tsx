import { Plural, Trans, useLingui } from '@lingui/react/macro';
import { Clock } from 'lucide-react';
import { overdueBefore, type QueueName, queueTargetDays } from '#schemas/operator/queue-targets.ts';
import { serverNow } from '#console/data/call-operator.ts';
import { ConsoleLink } from './console-link.tsx';

/** True if a queue's oldest record is overdue. Otherwise none is, and the overdue ones needn't be counted. */
export const isOverdue = (queue: QueueName, oldest: string | undefined): boolean =>
  oldest !== undefined && new Date(oldest) < overdueBefore(queue, serverNow());

interface OverdueLinkProps {
  readonly queue: QueueName;
  /** Infinity if there are more than 10,000. */
  readonly count: number;
  /** Link to the list of the overdue records. */
  readonly href: string;
}

/** Number of a queue's overdue records, with the target; nothing if there are none. */
export function OverdueLink({ queue, count, href }: OverdueLinkProps) {
  const { i18n } = useLingui();
  if (count === 0) return null;
  return (
    <ConsoleLink
      href={href}
      className="flex min-h-12 flex-wrap items-center gap-x-2 rounded-card px-4 py-2 text-small hover:bg-surface-sunken"
    >
      <span className="inline-flex items-center gap-1.5 font-semibold text-bad tnum">
        <Clock aria-hidden className="size-4" />
        {count === Infinity ? (
          <Trans>Over 10,000 overdue</Trans>
        ) : (
          <Trans>{i18n.number(count)} overdue</Trans>
        )}
      </span>
      <span className="text-ink-soft">
        <Plural value={queueTargetDays[queue]} one="Target: # day" other="Target: # days" />
      </span>
    </ConsoleLink>
  );
}
