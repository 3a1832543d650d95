import { Trans, useLingui } from '@lingui/react/macro';
import * as v from 'valibot';
import type { ResultOf } from '#schemas/api/call.ts';
import { type ListedDeviceError, systemCalls } from '#schemas/operator/system-calls.ts';
import { EmptyState } from '#src/ui/feedback/empty-state.tsx';
import { SelectField } from '#src/ui/fields/select-field.tsx';
import { useOperatorQuery } from '#console/data/use-operator-query.ts';
import { timeText } from '#console/parts/country-and-time.ts';
import { RowsTable } from '#console/parts/record/part-table.tsx';
import { RecordQuery } from '#console/parts/record/record-query.tsx';
import { ScreenPage } from '#console/parts/screen-page.tsx';
import { urlText, useUrlState } from '#console/parts/url-state.ts';

const errorsSearch = v.object({ version: urlText(20) });

/** Lists the errors that devices reported in one version of the app or in all versions, newest first. */
export function DeviceErrorsScreen() {
  const { t } = useLingui();
  const [{ version }] = useUrlState(errorsSearch);
  const query = useOperatorQuery(
    systemCalls.listDeviceErrors,
    { query: { version } },
    { fresh: 'queue' },
  );
  return (
    <ScreenPage
      title={<Trans>Device errors</Trans>}
      description={<Trans>From devices whose users agreed to report errors.</Trans>}
    >
      <div className="grid gap-4 p-4 pb-[calc(2.5rem+var(--toast-block))]">
        <RecordQuery label={t`Loading the list`} query={query}>
          {({ data, versions }) =>
            versions.length === 0 ? (
              <EmptyState drawing="all-sent" title={<Trans>No device errors</Trans>}>
                <Trans>Errors appear here when a device reports one.</Trans>
              </EmptyState>
            ) : (
              <>
                <VersionField versions={versions} />
                <ErrorsTable errors={data} />
              </>
            )
          }
        </RecordQuery>
      </div>
    </ScreenPage>
  );
}

interface VersionFieldProps {
  readonly versions: ResultOf<typeof systemCalls.listDeviceErrors>['versions'];
}

function VersionField({ versions }: VersionFieldProps) {
  const { t, i18n } = useLingui();
  const [{ version = '' }, changeSearch] = useUrlState(errorsSearch);
  const options = versions.map(({ version: value, count }) => ({
    value,
    label: `${value} (${i18n.number(count)})`,
  }));
  return (
    <div className="w-60">
      <SelectField
        label={t`App version`}
        placeholder={t`All versions`}
        options={options}
        value={version}
        onChange={({ target }) => changeSearch({ version: target.value })}
      />
    </div>
  );
}

function ErrorsTable({ errors }: { readonly errors: readonly ListedDeviceError[] }) {
  const { t, i18n } = useLingui();
  return (
    <RowsTable<ListedDeviceError>
      label={t`Device errors`}
      rows={errors}
      rowId={({ id }) => id}
      columns={[
        {
          id: 'error',
          header: t`Error`,
          cell: ({ kind, code }) => [kind, code].filter(Boolean).join(' '),
        },
        { id: 'version', header: t`App version`, cell: ({ version }) => version },
        { id: 'screen', header: t`Screen`, cell: ({ latest }) => latest?.route ?? '–' },
        {
          id: 'device',
          header: t`Latest device`,
          cell: ({ latest }) =>
            latest === null
              ? '–'
              : `${latest.browser} ${latest.browser_major ?? ''}, ${latest.system}, ${latest.connection}`,
        },
        {
          id: 'place',
          header: t`Code location`,
          cell: ({ frames }) => (
            <code className="font-mono text-caption break-all">{frames.join(' < ') || '–'}</code>
          ),
        },
        { id: 'first', header: t`First seen`, cell: ({ first_at: at }) => timeText(i18n, at) },
        { id: 'last', header: t`Last seen`, cell: ({ last_at: at }) => timeText(i18n, at) },
        {
          id: 'count',
          header: t`Occurrences`,
          isNumber: true,
          cell: ({ count }) => i18n.number(count),
        },
      ]}
    />
  );
}
