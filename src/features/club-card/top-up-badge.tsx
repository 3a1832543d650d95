import { useLingui } from '@lingui/react/macro';
import type { TopUpStatus } from '#schemas/club-card.ts';
import { Badge, type Tone } from '#src/ui/feedback/badge.tsx';

/** Whether it was turned down, for good: why, an e-mail says (spec 2 §8). */
export function hasFailed(status: TopUpStatus): boolean {
  return status === 'REFUSED' || status === 'REJECTED';
}

const tones: Record<TopUpStatus, Tone> = {
  SUCCEEDED: 'good',
  PENDING: 'info',
  REFUSED: 'bad',
  REJECTED: 'bad',
};

/** Where a top-up stands, in a word. */
export function TopUpBadge({ status }: { status: TopUpStatus }) {
  const { t } = useLingui();
  const words: Record<TopUpStatus, string> = {
    SUCCEEDED: t({ context: 'top-up', message: 'Credited' }),
    PENDING: t({ context: 'top-up', message: 'On its way' }),
    REFUSED: t({ context: 'top-up', message: 'Refused' }),
    REJECTED: t({ context: 'top-up', message: 'Rejected' }),
  };
  return <Badge tone={tones[status]}>{words[status]}</Badge>;
}
