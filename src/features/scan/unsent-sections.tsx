import { Trans, useLingui } from '@lingui/react/macro';
import { FolderClock } from 'lucide-react';
import { useState, type ReactNode } from 'react';
import type { ScanDocument, ScanState } from '#schemas/scan.ts';
import { useErrorWords } from '#src/data/error-words.ts';
import { useLast } from '#src/data/use-last.ts';
import { useLiveQuery } from '#src/data/use-live-query.ts';
import { addressOf } from '#src/features/projects/queries.ts';
import { linkTo } from '#src/link-to.tsx';
import { paths } from '#src/paths.ts';
import { Button } from '#src/ui/button.tsx';
import { LinkButton } from '#src/ui/link-button.tsx';
import { List } from '#src/ui/list.tsx';
import { ListRow } from '#src/ui/list-row.tsx';
import { Section } from '#src/ui/section.tsx';
import { Skeleton, SkeletonRow } from '#src/ui/skeleton.tsx';
import { SyncMark } from '#src/ui/sync-mark.tsx';
import { ProductTitle } from './product-title.tsx';
import { scansInState, unsentClosings, type SyncStatus } from './queries.ts';
import { RowPhoto } from './scan-photo.tsx';
import { unsentReason } from './unsent-reason.ts';
import { useReasonWords } from './use-reason-words.ts';

/** Rows read and drawn at first, and more with each press: 10,000 must not slow the screen. */
const ROWS = 50;

/** Refused by the server: red, with the reason, each leading to where it is mended. */
export function RefusedSection({ count }: { count: number }) {
  const { t } = useLingui();
  const errorWords = useErrorWords();
  return (
    <ScanSection
      title={t`Refused (${count})`}
      state="refused"
      count={count}
      row={(scan) => (
        <ListRow
          key={scan.uuid}
          thumbnail={<RowPhoto scan={scan} alt={t`Your photo`} />}
          title={<ProductTitle scan={scan} />}
          meta={<span className="text-bad">{errorWords(scan.refusal)}</span>}
          trailing={<SyncMark state="refused" label={t`Refused`} />}
          {...linkTo(paths.scanManual({ scan: scan.uuid }))}
        />
      )}
    />
  );
}

/** Captured, but no project is chosen yet. */
export function CapturedSection({ count }: { count: number }) {
  const { t } = useLingui();
  return (
    <ScanSection
      title={t`Without a project (${count})`}
      state="captured"
      count={count}
      link={
        <LinkButton variant="quiet" {...linkTo(paths.scanReview())}>
          <Trans>Review</Trans>
        </LinkButton>
      }
      row={(scan) => (
        <ListRow
          key={scan.uuid}
          thumbnail={<RowPhoto scan={scan} alt={t`Your photo`} />}
          title={<ProductTitle scan={scan} />}
          meta={
            scan.isValid === false ? (
              <span className="text-bad">
                <Trans>Not valid. Mend or remove it, or it will be refused.</Trans>
              </span>
            ) : (
              <Trans>Save it to a project to send it.</Trans>
            )
          }
          {...linkTo(paths.scanManual({ scan: scan.uuid }))}
        />
      )}
    />
  );
}

/** Saved and on its way, each with what it waits for. */
export function WaitingSection({ count, status }: { count: number; status: SyncStatus }) {
  const { t } = useLingui();
  const words = useReasonWords();
  return (
    <ScanSection
      title={t`Waiting (${count})`}
      state="waiting"
      count={count}
      row={(scan) => {
        const photo = scan.imageSent ? null : scan.imageIdxDB;
        const reason = unsentReason({ kind: 'scan', state: 'waiting', photo }, status);
        const isSending = reason === 'sending' || reason === 'photo_sending';
        const mark = isSending ? 'sending' : 'waiting';
        return (
          <ListRow
            key={scan.uuid}
            thumbnail={<RowPhoto scan={scan} alt={t`Your photo`} />}
            title={<ProductTitle scan={scan} />}
            trailing={<SyncMark state={mark} label={words(reason)} />}
            {...linkTo(paths.project(scan.projects_id))}
          />
        );
      }}
    />
  );
}

/** Projects that are to be closed. */
export function ClosingsSection({ status }: { status: SyncStatus }) {
  const { t } = useLingui();
  const words = useReasonWords();
  const closings = useLiveQuery(unsentClosings, []);
  if (!closings || closings.length === 0) return null;
  return (
    <Section title={t`Closings (${closings.length})`}>
      <List>
        {closings.map(({ id, state, project }) => {
          const reason = unsentReason({ kind: 'closing', state }, status);
          return (
            <ListRow
              key={id}
              icon={<FolderClock />}
              title={addressOf(project)}
              trailing={
                <SyncMark
                  state={reason === 'refused' ? 'refused' : 'waiting'}
                  label={words(reason)}
                />
              }
              {...linkTo(paths.project(project.uuid))}
            />
          );
        })}
      </List>
    </Section>
  );
}

interface ScanSectionProps {
  title: string;
  state: ScanState;
  count: number;
  link?: ReactNode;
  row: (scan: ScanDocument) => ReactNode;
}

function ScanSection({ title, state, count, link, row }: ScanSectionProps) {
  const { t } = useLingui();
  const [limit, setLimit] = useState(ROWS);
  const latest = useLiveQuery((account) => scansInState(account, state, limit), [state, limit]);
  // While more are read, what was there stays.
  const scans = useLast(latest);
  const more = count - (scans?.length ?? 0);
  return (
    <Section title={title} link={link}>
      {scans ? (
        <List>{scans.map(row)}</List>
      ) : (
        <Skeleton label={t`Loading`}>
          <SkeletonRow />
          <SkeletonRow />
        </Skeleton>
      )}
      {scans && more > 0 && (
        <Button variant="secondary" fullWidth onClick={() => setLimit(limit + ROWS)}>
          <Trans>Show more ({more} left)</Trans>
        </Button>
      )}
    </Section>
  );
}
