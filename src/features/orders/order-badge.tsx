import { useLingui } from '@lingui/react/macro';
import { Clock } from 'lucide-react';
import type { ReactNode } from 'react';
import type { OrderStatus } from '#schemas/order.ts';
import { Badge, type Tone } from '#src/ui/feedback/badge.tsx';

/** An order's status: approved and failed have the same label (spec 2 §4). */
export function OrderBadge({ status }: { status: OrderStatus }) {
  const { t } = useLingui();
  const working = { tone: 'warn', words: t`Being processed`, icon: <Clock /> } as const;
  const looks: Record<OrderStatus, { tone: Tone; words: string; icon?: ReactNode }> = {
    1: { tone: 'info', words: t`Pending`, icon: <Clock /> },
    2: working,
    3: { tone: 'good', words: t`Fulfilled` },
    4: { tone: 'bad', words: t`Turned down` },
    5: working,
  };
  const { tone, words, icon } = looks[status];
  return (
    <Badge tone={tone} icon={icon}>
      {words}
    </Badge>
  );
}
