import { Trans, useLingui } from '@lingui/react/macro';
import type { ReactNode } from 'react';
import { topUpValue } from '#schemas/club-card.ts';
import { useFormat } from '#src/data/text/format.ts';
import { RadioCards } from '#src/ui/fields/radio-cards.tsx';
import type { TopUpAmount } from './queries.ts';
import { useMoney } from './use-money.ts';

interface AmountFieldProps {
  amounts: readonly TopUpAmount[];
  /** The company's balance. */
  points: number;
  /** Id of the chosen amount. */
  value: string | null;
  onValueChange: (uuid: string) => void;
  error: ReactNode;
}

/** Amounts to choose from. Those beyond the company's balance are disabled (spec 2 §5). */
export function AmountField({ amounts, points, ...field }: AmountFieldProps) {
  const { t } = useLingui();
  const format = useFormat();
  const money = useMoney();
  return (
    <RadioCards
      {...field}
      legend={<Trans>Amount</Trans>}
      columns={2}
      options={amounts.map((amount) => {
        const lacking = amount.points - points;
        const worth = money(topUpValue(amount.points));
        const missing = format.points(lacking);
        const describe = () => {
          if (lacking > 0) return t`You need ${missing} more.`;
          return amount.isInStock ? t`${worth} on the card` : t`Not available now`;
        };
        return {
          value: amount.uuid,
          title: <span className="tnum">{format.points(amount.points)}</span>,
          description: describe(),
          disabled: lacking > 0 || !amount.isInStock,
        };
      })}
    />
  );
}
