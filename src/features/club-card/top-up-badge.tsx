import { useLingui } from '@lingui/react/macro';
import type { TopUpStatus } from '#schemas/club-card.ts';
import { Badge, type Tone } from '#src/ui/feedback/badge.tsx';

/** True for a rejected top-up. The reason comes by e-mail (spec 2 §8). */
export function hasFailed(status: TopUpStatus): boolean {
  return status === 'REFUSED' || status === 'REJECTED';
}

const tones: Record<TopUpStatus, Tone> = {
  SUCCEEDED: 'good',
  PENDING: 'info',
  REFUSED: 'bad',
  REJECTED: 'bad',
};

/** Status of a top-up. */
export function TopUpBadge({ status }: { status: TopUpStatus }) {
  const { t } = useLingui();
  const labels: Record<TopUpStatus, string> = {
    SUCCEEDED: t({ context: 'top-up', message: 'Credited' }),
    PENDING: t({ context: 'top-up', message: 'On its way' }),
    REFUSED: t({ context: 'top-up', message: 'Refused' }),
    REJECTED: t({ context: 'top-up', message: 'Rejected' }),
  };
  return <Badge tone={tones[status]}>{labels[status]}</Badge>;
}
