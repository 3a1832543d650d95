import { useLingui } from '@lingui/react/macro';
import { useFormat } from '#src/data/words/format.ts';
import { ListRow } from '#src/ui/list-row.tsx';
import type { OrderLine } from './ledger-lines.ts';
import { BookedPoints } from './ledger-row.tsx';

interface OrderRowProps {
  line: OrderLine;
  /** The person wants to see what was booked for it, one by one. */
  onOpen: () => void;
}

/** All that was booked for an order in one line: how it stands, and what it takes. */
export function OrderRow({ line, onOpen }: OrderRowProps) {
  const format = useFormat();
  const words = useStandingWords();
  return (
    <ListRow
      title={words[line.standing]}
      meta={format.date(line.created_at)}
      trailing={<BookedPoints points={line.points} />}
      onPress={onOpen}
      chevron
    />
  );
}

/** What an order's bookings come to, by where it stands. */
export function useStandingWords(): Record<OrderLine['standing'], string> {
  const { t } = useLingui();
  return {
    worked_on: t`Reserved for an order`,
    done: t`Spent on an order`,
    turned_down: t`Back from an order`,
  };
}
