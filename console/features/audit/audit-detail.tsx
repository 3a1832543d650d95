import type { I18n } from '@lingui/core';
import { Trans, useLingui } from '@lingui/react/macro';
import { isSetting } from '#schemas/operator/settings-calls.ts';
import { DetailList } from '#src/ui/lists/detail-list.tsx';
import { Badge } from '#src/ui/feedback/badge.tsx';
import { hasRight, useSession } from '#console/data/session.ts';
import { actionText } from '#console/parts/action-texts.ts';
import { auditedFieldText } from '#console/parts/audited-field-text.ts';
import { ConsoleLink } from '#console/parts/console-link.tsx';
import { toolButtonClass } from '#console/parts/drop-down.tsx';
import { countryText } from '#console/parts/country-and-time.ts';
import { recordHref } from '#console/parts/record-links.ts';
import { settingName } from '#console/parts/setting-texts.ts';
import { SideSheet } from '#console/parts/side-sheet.tsx';
import type { AuditEntry } from './audit-search.ts';
import { kindText, outcomeText, recordText } from './audit-texts.ts';

interface AuditDetailProps {
  readonly entry: AuditEntry | null;
  readonly onClose: () => void;
  /** Lists all audit entries for a record. */
  readonly onShowRecord: (record: string) => void;
}

/** An entry with its changes by field. */
export function AuditDetail({ entry, onClose, onShowRecord }: AuditDetailProps) {
  const { i18n } = useLingui();
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
              { term: <Trans>Result</Trans>, detail: <Outcome outcome={entry.outcome} /> },
              { term: <Trans>Why</Trans>, detail: entry.why ?? '–' },
              { term: <Trans>Country</Trans>, detail: countryText(i18n, entry.region) },
              {
                term: <Trans>Record</Trans>,
                detail: <RecordLink kind={entry.record_kind} id={entry.record_id} />,
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
          {entry.changes.map((change, index) => (
            // Changes have no ids and are never reordered.
            // oxlint-disable-next-line react/no-array-index-key
            <Change key={index} change={change} />
          ))}
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

/** A record, linked to its screen if it has one that the operator may open. */
function RecordLink({ kind, id }: { kind: string | null; id: string | null }) {
  const session = useSession();
  const canOpen = kind !== 'operator' || hasRight(session, 'operators.manage');
  const href = canOpen ? recordHref(kind, id) : null;
  const text = recordText(kind, id);
  if (href === null) return text;
  return (
    <ConsoleLink href={href} className="text-info underline-offset-4 hover:underline">
      {text}
    </ConsoleLink>
  );
}

/** Changed fields of a record, before and after. */
function Change({ change }: { change: AuditEntry['changes'][number] }) {
  const { i18n } = useLingui();
  const { before, after } = change;
  const fields = [...new Set([...Object.keys(before ?? {}), ...Object.keys(after ?? {})])];
  return (
    <section>
      <h3 className="pb-1 font-semibold break-long">
        <RecordLink kind={change.record_kind} id={change.record_id} />
      </h3>
      {fields.length === 0 ? (
        <p className="text-small text-ink-soft">
          <Trans>No fields were changed.</Trans>
        </p>
      ) : (
        <table className="w-full table-fixed text-small [&_td]:border-t [&_td]:border-line [&_td]:py-1.5 [&_td]:pe-3 [&_td]:align-top [&_td]:break-long [&_th]:py-1.5 [&_th]:pe-3 [&_th]:text-start">
          <thead className="text-ink-soft">
            <tr>
              <th scope="col">
                <Trans>Field</Trans>
              </th>
              <th scope="col">
                <Trans>Before</Trans>
              </th>
              <th scope="col">
                <Trans>After</Trans>
              </th>
            </tr>
          </thead>
          <tbody>
            {fields.map((field) => (
              <tr key={field}>
                <td className="font-medium">{fieldText(i18n, field)}</td>
                <td>{valueText(before?.[field])}</td>
                <td>{valueText(after?.[field])}</td>
              </tr>
            ))}
          </tbody>
        </table>
      )}
    </section>
  );
}

/** Label of a field; settings have names of their own. */
const fieldText = (i18n: I18n, field: string): string =>
  isSetting(field) ? settingName(i18n, field) : auditedFieldText(i18n, field);

function valueText(value: unknown): string {
  if (value === undefined || value === null || value === '') return '–';
  return typeof value === 'string' ? value : JSON.stringify(value);
}
