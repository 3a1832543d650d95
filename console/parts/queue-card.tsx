import { Plural, Trans, useLingui } from '@lingui/react/macro';
import { Clock } from 'lucide-react';
import type { ReactNode } from 'react';
import { overdueBefore, type QueueName, queueTargetDays } from '#schemas/operator/queue-targets.ts';
import { serverNow } from '#console/data/call-operator.ts';
import { ConsoleLink } from './console-link.tsx';
import { NumberCard } from './number-card.tsx';

/** True if a queue's oldest record is overdue. If it isn't, the queue has no overdue records to count. */
export const isOverdue = (queue: QueueName, oldest: string | undefined): boolean =>
  oldest !== undefined && new Date(oldest) < overdueBefore(queue, serverNow());

interface QueueCardProps {
  readonly title: ReactNode;
  readonly queue: QueueName;
  /** Number of open records, from `countOf`. */
  readonly count: number | null;
  readonly error: Error | null;
  /** Link to the list of open records. */
  readonly href: string;
  /** Time of the oldest open record. */
  readonly oldest: string | undefined;
  /** Number of overdue records, from `countOf`. */
  readonly overdueCount: number | null;
  /** Link to the list of overdue records. */
  readonly overdueHref: string;
  /** Text for an empty queue. */
  readonly children: ReactNode;
}

/** A queue on the Today screen: the number of open records, the oldest, and the number of overdue ones. */
export function QueueCard(props: QueueCardProps) {
  const { title, queue, count, oldest, overdueCount, children } = props;
  const { i18n } = useLingui();
  return (
    <NumberCard
      title={title}
      href={props.href}
      value={count}
      error={props.error}
      footer={
        overdueCount !== null && (
          <OverdueLink queue={queue} count={overdueCount} href={props.overdueHref}>
            {title}
          </OverdueLink>
        )
      }
    >
      {oldest === undefined ? (
        count !== null && children
      ) : (
        <Trans>Oldest: {i18n.date(new Date(oldest), { dateStyle: 'medium' })}</Trans>
      )}
    </NumberCard>
  );
}

interface OverdueLinkProps {
  readonly queue: QueueName;
  /** Infinity if there are more than 10,000. */
  readonly count: number;
  readonly href: string;
  /** Title of the queue, for screen readers, because several links may have the same number. */
  readonly children: ReactNode;
}

/** Link to a queue's overdue records, with their number and the target in days. Renders nothing if there are none. */
function OverdueLink({ queue, count, href, children }: OverdueLinkProps) {
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
      <span className="sr-only">{children}</span>
    </ConsoleLink>
  );
}
