import { Trans, useLingui } from '@lingui/react/macro';
import { type LedgerDocument, signedPoints } from '#schemas/ledger.ts';
import { useCanSee } from '#src/data/account/use-permission.ts';
import { useLastDefined } from '#src/data/live/use-last-defined.ts';
import { useFormat } from '#src/data/text/format.ts';
import { linkTo } from '#src/app/link-to.tsx';
import { paths } from '#src/app/paths.ts';
import { DetailList } from '#src/ui/lists/detail-list.tsx';
import { LinkButton } from '#src/ui/link-button.tsx';
import { Sheet } from '#src/ui/layout/sheet.tsx';
import { BookedPoints } from './booked-points.tsx';
import type { OrderLine } from './ledger-lines.ts';
import { useOrderStatusLabels } from './order-row.tsx';
import { pointEventLabels, reservationLifted } from './point-event-labels.ts';

interface OrderSheetProps {
  /** Null while closed. */
  line: OrderLine | null;
  onClose: () => void;
}

/** The bookings of an order, and a link to it. */
export function OrderSheet({ line, onClose }: OrderSheetProps) {
  const { t } = useLingui();
  const statusLabels = useOrderStatusLabels();
  const maySee = useCanSee();
  // Keep the content while the sheet closes.
  const shown = useLastDefined(line ?? undefined);
  const path = shown && paths.order(shown.uuid);
  return (
    <Sheet
      isOpen={line !== null}
      onOpenChange={(isOpen) => !isOpen && onClose()}
      title={shown && statusLabels[shown.status]}
      closeLabel={t`Close`}
      footer={
        path !== undefined &&
        maySee(path) && (
          <LinkButton variant="secondary" fullWidth {...linkTo(path)}>
            <Trans>Open the order</Trans>
          </LinkButton>
        )
      }
    >
      <DetailList
        items={(shown?.parts ?? []).map((part) => ({
          term: <Booked part={part} />,
          detail: (
            <BookedPoints points={signedPoints(part)} isReserved={part.variation === 'reserved'} />
          ),
        }))}
      />
    </Sheet>
  );
}

/** A booking and its date. */
function Booked({ part }: { part: LedgerDocument }) {
  const { i18n } = useLingui();
  const format = useFormat();
  const isLifted = part.event === 'order_reservation' && part.variation === 'positive';
  return (
    <>
      <span className="block text-body font-semibold text-ink">
        {i18n._(isLifted ? reservationLifted : pointEventLabels[part.event])}
      </span>
      {format.dateTime(part.created_at)}
    </>
  );
}
