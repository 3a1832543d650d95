import { Trans, useLingui } from '@lingui/react/macro';
import { type LedgerDocument, signedPoints } from '#schemas/ledger.ts';
import type { OrderDocument } from '#schemas/order.ts';
import { linkTo } from '#src/app/link-to.tsx';
import { paths } from '#src/app/paths.ts';
import { useCanSee } from '#src/data/account/permissions.ts';
import { useLastDefined } from '#src/data/live/use-last-defined.ts';
import { useFormat } from '#src/data/text/format.ts';
import { OrderPicture, orderName } from '#src/features/orders/exports.tsx';
import { Sheet } from '#src/ui/layout/sheet.tsx';
import { LinkButton } from '#src/ui/link-button.tsx';
import { DetailList } from '#src/ui/lists/detail-list.tsx';
import { ListRow } from '#src/ui/lists/list.tsx';
import { Points } from '#src/ui/points.tsx';
import { type OrderLine, reasonText } from './ledger-lines.ts';

interface OrderSheetProps {
  /** Null while closed. */
  line: OrderLine | null;
  onClose: () => void;
}

/** The entries of an order, and a link to it. */
export function OrderSheet({ line, onClose }: OrderSheetProps) {
  const { t } = useLingui();
  const statusLabels = useOrderStatusLabels();
  const canSee = useCanSee();
  // Keep the content while the sheet closes.
  const displayedLine = useLastDefined(line ?? undefined);
  const link = displayedLine && paths.order(displayedLine.uuid);
  return (
    <Sheet
      isOpen={line !== null}
      onOpenChange={(isOpen) => !isOpen && onClose()}
      title={displayedLine && statusLabels[displayedLine.status]}
      closeLabel={t`Close`}
      footer={
        link !== undefined &&
        canSee(link) && (
          <LinkButton variant="secondary" fullWidth {...linkTo(link)}>
            <Trans>Open order</Trans>
          </LinkButton>
        )
      }
    >
      <DetailList
        items={(displayedLine?.entries ?? []).map((entry) => ({
          term: <EntryTitle entry={entry} />,
          detail: (
            <LedgerPoints
              points={signedPoints(entry)}
              isReserved={entry.variation === 'reserved'}
            />
          ),
        }))}
      />
    </Sheet>
  );
}

/** An entry and its date. */
function EntryTitle({ entry }: { entry: LedgerDocument }) {
  const { i18n } = useLingui();
  const format = useFormat();
  return (
    <>
      <span className="block text-body font-semibold text-ink">{reasonText(entry, i18n)}</span>
      {format.dateTime(entry.created_at)}
    </>
  );
}

interface OrderRowProps {
  line: OrderLine;
  /** The order, if on the device. */
  order: OrderDocument | undefined;
  /** Opens the list of its entries. */
  onOpen: () => void;
}

/** All entries of an order in one line: products, status and points. */
export function OrderRow({ line, order, onOpen }: OrderRowProps) {
  const status = useOrderStatusLabels()[line.status];
  const title = orderName(order);
  return (
    <ListRow
      thumbnail={<OrderPicture order={order} />}
      title={title ?? status}
      meta={title === undefined ? undefined : status}
      number={<LedgerPoints points={line.points} isReserved={line.status === 'in_progress'} />}
      onPress={onOpen}
    />
  );
}

/** Labels of an order's status. */
function useOrderStatusLabels(): Record<OrderLine['status'], string> {
  const { t } = useLingui();
  return {
    in_progress: t`Reserved for an order`,
    done: t`Spent on an order`,
    rejected: t`Returned from an order`,
  };
}

interface LedgerPointsProps {
  /** Signed. */
  points: number;
  /** True if the points are only reserved and may be returned. */
  isReserved?: boolean;
}

/** Points that were added (gold), spent (muted) or reserved (outlined). */
export function LedgerPoints({ points, isReserved = false }: LedgerPointsProps) {
  const format = useFormat();
  const number = format.signedPoints(points);
  const [sign = ''] = /^[+−]/.exec(number) ?? [];
  return (
    <span className={pointsClass(points, isReserved)}>
      <Points number={number} label={`${sign}${format.points(Math.abs(points))}`} />
    </span>
  );
}

function pointsClass(points: number, isReserved: boolean): string {
  if (isReserved) return 'booked-reserved';
  return points > 0 ? '' : 'booked-spent';
}
