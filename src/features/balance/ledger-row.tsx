import { Trans, useLingui } from '@lingui/react/macro';
import { type LedgerDocument, signedPoints } from '#schemas/ledger.ts';
import { useFormat } from '#src/data/use-format.ts';
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
  const points = signedPoints(entry);
  return (
    <ListRow
      title={i18n._(pointEventWords[entry.event])}
      meta={
        <>
          {street && <span className="block">{street}</span>}
          <span className="block">
            {format.date(entry.created_at)}
            {entry.variation === 'reserved' && (
              <>
                {' · '}
                <Trans>Reserved</Trans>
              </>
            )}
          </span>
        </>
      }
      trailing={
        <span className={points > 0 ? 'font-bold text-good tnum' : 'font-bold tnum'}>
          {format.signedPoints(points)}
        </span>
      }
      {...(entry.project_uuid !== null && street ? linkTo(paths.project(entry.project_uuid)) : {})}
    />
  );
}
