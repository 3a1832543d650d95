import { useLingui } from '@lingui/react/macro';
import { type LedgerDocument, signedPoints } from '#schemas/ledger.ts';
import { useCanSee } from '#src/data/account/use-permission.ts';
import { linkTo } from '#src/app/link-to.tsx';
import { paths } from '#src/app/paths.ts';
import { ListRow } from '#src/ui/lists/list-row.tsx';
import { BookedPoints } from './booked-points.tsx';
import { BookingPicture } from './booking-picture.tsx';
import { pointEventLabels } from './point-event-labels.ts';

interface LedgerRowProps {
  entry: LedgerDocument;
  /** Address of its project, if on the device. */
  street: string | undefined;
}

/** One booking: picture, reason, points, and a link to its project. */
export function LedgerRow({ entry, street }: LedgerRowProps) {
  const { i18n } = useLingui();
  const maySee = useCanSee();
  const path = pathOf(entry, street !== undefined);
  const words = i18n._(pointEventLabels[entry.event]);
  return (
    <ListRow
      thumbnail={<BookingPicture event={entry.event} />}
      title={street ?? words}
      meta={street && words}
      number={
        <BookedPoints points={signedPoints(entry)} isReserved={entry.variation === 'reserved'} />
      }
      {...(path !== null && maySee(path) ? linkTo(path) : {})}
    />
  );
}

/** Path of the booking's subject, if on the device. */
function pathOf(entry: LedgerDocument, isProjectHere: boolean): string | null {
  return entry.project_uuid !== null && isProjectHere ? paths.project(entry.project_uuid) : null;
}
