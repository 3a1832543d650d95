import { Trans, useLingui } from '@lingui/react/macro';
import { lazy, Suspense, useEffect } from 'react';
import { DetailList } from '#src/ui/lists/detail-list.tsx';
import { Badge } from '#src/ui/feedback/badge.tsx';
import { SkeletonText } from '#src/ui/feedback/skeleton.tsx';
import { failureText } from '#console/data/error-texts.ts';
import { actionText } from '#console/parts/action-texts.ts';
import { toolButtonClass } from '#console/parts/drop-down.tsx';
import { countryText } from '#console/parts/country-and-time.ts';
import { SideSheet } from '#console/parts/side-sheet.tsx';
import { AuditRecordLink } from './audit-record-link.tsx';
import type { AuditEntry } from './audit-search.ts';
import { kindText, outcomeText } from './audit-texts.ts';

const loadChanges = () => import('./audit-changes.tsx');
/** Loaded separately, because the list doesn't need the names of all fields and settings. */
const AuditChanges = lazy(async () => ({ default: (await loadChanges()).AuditChanges }));

interface AuditDetailProps {
  readonly entry: AuditEntry | null;
  readonly onClose: () => void;
  /** Lists all audit entries for a record. */
  readonly onShowRecord: (record: string) => void;
}

/** An entry with its changes by field. */
export function AuditDetail({ entry, onClose, onShowRecord }: AuditDetailProps) {
  const { i18n } = useLingui();
  useEffect(() => {
    // Loaded in advance, so that entries can be opened without a network.
    loadChanges().catch(() => undefined);
  }, []);
  return (
    <SideSheet
      isOpen={entry !== null}
      onClose={onClose}
      title={entry ? actionText(i18n, entry.act) : ''}
    >
      {entry && (
        <>
          <DetailList
            items={[
              {
                term: <Trans>Time</Trans>,
                detail: i18n.date(new Date(entry.at), { dateStyle: 'full', timeStyle: 'long' }),
              },
              { term: <Trans>Operator</Trans>, detail: entry.operator?.name ?? '–' },
              { term: <Trans>Kind</Trans>, detail: kindText(i18n, entry.kind) },
              {
                term: <Trans>Result</Trans>,
                detail: (
                  <>
                    <Outcome outcome={entry.outcome} /> {failureText(i18n, entry.outcome)}
                  </>
                ),
              },
              { term: <Trans>Why</Trans>, detail: entry.why ?? '–' },
              { term: <Trans>Country</Trans>, detail: countryText(i18n, entry.region) },
              {
                term: <Trans>Record</Trans>,
                detail: <AuditRecordLink kind={entry.record_kind} id={entry.record_id} />,
              },
              { term: <Trans>Entry number</Trans>, detail: entry.id },
            ]}
          />
          {entry.record_id !== null && (
            <button
              type="button"
              className={`${toolButtonClass} self-start bg-surface-sunken`}
              onClick={() => onShowRecord(entry.record_id ?? '')}
            >
              <Trans>All entries of this record</Trans>
            </button>
          )}
          <Suspense fallback={<SkeletonText lines={3} />}>
            <AuditChanges changes={entry.changes} />
          </Suspense>
        </>
      )}
    </SideSheet>
  );
}

/** Result of an action; failures also have a colour and an icon. */
export function Outcome({ outcome }: Pick<AuditEntry, 'outcome'>) {
  const { i18n } = useLingui();
  const tone = outcome === 'done' ? 'good' : outcome === null ? 'warn' : 'bad';
  return <Badge tone={tone}>{outcomeText(i18n, outcome)}</Badge>;
}
