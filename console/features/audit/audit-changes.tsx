import type { I18n } from '@lingui/core';
import { Trans, useLingui } from '@lingui/react/macro';
import { isSetting } from '#schemas/operator/settings-calls.ts';
import { auditedFieldText, auditedValueText } from '#console/parts/audited-field-text.ts';
import { settingName } from '#console/parts/setting-texts.ts';
import { AuditRecordLink } from './audit-record-link.tsx';
import type { AuditEntry } from './audit-search.ts';

/** Lists the records that an audited action changed, with their fields. */
export function AuditChanges({ changes }: Pick<AuditEntry, 'changes'>) {
  return changes.map((change, index) => (
    // Changes have no ids and are never reordered.
    // oxlint-disable-next-line react/no-array-index-key
    <Change key={index} change={change} />
  ));
}

/** Changed fields of a record, before and after. */
function Change({ change }: { change: AuditEntry['changes'][number] }) {
  const { i18n } = useLingui();
  const { before, after, record_kind: kind } = change;
  const fields = [...new Set([...Object.keys(before ?? {}), ...Object.keys(after ?? {})])];
  return (
    <section>
      <h3 className="pb-1 font-semibold break-long">
        <AuditRecordLink kind={change.record_kind} id={change.record_id} />
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
                <td>{auditedValueText(i18n, kind, field, before?.[field])}</td>
                <td>{auditedValueText(i18n, kind, field, after?.[field])}</td>
              </tr>
            ))}
          </tbody>
        </table>
      )}
    </section>
  );
}

/** Label of a field. Settings have separate names. */
const fieldText = (i18n: I18n, field: string): string =>
  isSetting(field) ? settingName(i18n, field) : auditedFieldText(i18n, field);
