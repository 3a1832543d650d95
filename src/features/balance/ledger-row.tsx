import { useLingui } from '@lingui/react/macro';
import { type LedgerDocument, signedPoints } from '#schemas/ledger.ts';
import { useFormat } from '#src/data/words/format.ts';
import { useMaySee } from '#src/data/account/use-permission.ts';
import { linkTo } from '#src/link-to.tsx';
import { paths } from '#src/paths.ts';
import { ListRow } from '#src/ui/list-row.tsx';
import { pointEventWords } from './point-event-words.ts';

interface LedgerRowProps {
  entry: LedgerDocument;
  /** The address of its project, where that is on the device. */
  street: string | undefined;
}

/** One booking: why, when, how much, and the way to its project. */
export function LedgerRow({ entry, street }: LedgerRowProps) {
  const { i18n } = useLingui();
  const format = useFormat();
  const maySee = useMaySee();
  const points = signedPoints(entry);
  const path = pathOf(entry, street !== undefined);
  return (
    <ListRow
      title={i18n._(pointEventWords[entry.event])}
      meta={
        <>
          {street && <span className="block">{street}</span>}
          <span className="block">{format.date(entry.created_at)}</span>
        </>
      }
      trailing={<BookedPoints points={points} />}
      {...(path !== null && maySee(path) ? linkTo(path) : {})}
    />
  );
}

/** Points with their sign. */
export function BookedPoints({ points }: { points: number }) {
  const format = useFormat();
  return (
    <span className={points > 0 ? 'font-bold text-good tnum' : 'font-bold tnum'}>
      {format.signedPoints(points)}
    </span>
  );
}

/** What a booking is of, where that is on the device. */
function pathOf(entry: LedgerDocument, isProjectHere: boolean): string | null {
  return entry.project_uuid !== null && isProjectHere ? paths.project(entry.project_uuid) : null;
}
