import { Trans, useLingui } from '@lingui/react/macro';
import { useState } from 'react';
import type { ResultOf } from '#schemas/api/call.ts';
import { importCalls, type ImportRecord } from '#schemas/operator/import-calls.ts';
import { importKinds } from '#schemas/operator/import-kinds.ts';
import { SelectField } from '#src/ui/fields/select-field.tsx';
import { useOperatorAction } from '#console/data/use-operator-action.ts';
import { useOperatorQuery } from '#console/data/use-operator-query.ts';
import { ActionForm } from '#console/parts/action-form.tsx';
import { ScrollRegion } from '#console/parts/scroll-region.tsx';
import { RecordQuery } from '#console/parts/record/record-query.tsx';
import { importQueries } from './import-actions.tsx';
import { columnText } from './import-texts.ts';

/** Maps the file’s columns to the columns of the import, and starts the check. */
export function ColumnsPart({ record }: { record: ImportRecord }) {
  const { t } = useLingui();
  const query = useOperatorQuery(importCalls.previewImport, { params: { id: record.id } });
  return (
    <RecordQuery label={t`Loading the columns`} query={query}>
      {(preview) => <ColumnsForm record={record} preview={preview} />}
    </RecordQuery>
  );
}

type Preview = ResultOf<typeof importCalls.previewImport>;

/**
 * Returns the position of the first column in the file that has one of the names, or an empty string if there is none.
 * Upper and lower case are treated as equal.
 */
function findColumn({ header }: Preview, names: readonly string[]): string {
  const lowerNames = names.map((name) => name.toLowerCase());
  const position = header.findIndex((name) => lowerNames.includes(name.trim().toLowerCase()));
  return position < 0 ? '' : String(position);
}

function ColumnsForm({ record, preview }: { record: ImportRecord; preview: Preview }) {
  const { t, i18n } = useLingui();
  const action = useOperatorAction(importCalls.checkImport, { refetches: importQueries });
  const { columns } = importKinds[record.kind];
  const [positions, setPositions] = useState(() =>
    record.columns
      ? record.columns.map((position) => (position === null ? '' : String(position)))
      : columns.map(({ name }) => findColumn(preview, [name, columnText(i18n, name)])),
  );
  const [isSubmitted, setSubmitted] = useState(false);
  const errorOf = (index: number) => {
    const position = positions[index] ?? '';
    if (position === '') return columns[index]?.isRequired ? t`Choose a column.` : undefined;
    const isDuplicate = positions.filter((other) => other === position).length > 1;
    return isDuplicate ? t`Choose each column once.` : undefined;
  };
  const check = async () => {
    setSubmitted(true);
    if (columns.some((_column, index) => errorOf(index) !== undefined)) return;
    const chosenColumns = positions.map((position) => (position === '' ? null : Number(position)));
    const { rev, why } = record;
    await action.mutateAsync({
      params: { id: record.id },
      body: { columns: chosenColumns, rev, why },
    });
  };
  return (
    <ActionForm
      label={t`Columns`}
      error={action.error}
      isBusy={action.isPending}
      isSecondary={record.state !== 'uploading'}
      submitLabel={record.state === 'uploading' ? <Trans>Check</Trans> : <Trans>Check again</Trans>}
      onSubmit={check}
    >
      {/* The rows are a subgrid, so that a label that wraps doesn't move the controls beside it. */}
      <div className="grid gap-x-4 *:row-span-3 *:mb-4 *:grid *:grid-rows-subgrid tablet:grid-cols-2 wide:grid-cols-4 [&_label]:self-end">
        {columns.map(({ name }, index) => (
          <SelectField
            key={name}
            label={columnText(i18n, name)}
            placeholder={t`Choose a column`}
            options={preview.header.map((title, position) => ({
              value: String(position),
              label: title === '' ? t`Column ${i18n.number(position + 1)}` : title,
            }))}
            value={positions[index] ?? ''}
            error={isSubmitted ? errorOf(index) : undefined}
            onChange={({ target }) => setPositions(positions.with(index, target.value))}
          />
        ))}
      </div>
      <FirstRows preview={preview} />
    </ActionForm>
  );
}

function FirstRows({ preview: { header, rows } }: { preview: Preview }) {
  const { t } = useLingui();
  return (
    <ScrollRegion label={t`First rows`}>
      <table className="w-full text-small [&_td]:border-t [&_td]:border-line [&_td]:py-1.5 [&_td]:pe-4 [&_th]:py-1.5 [&_th]:pe-4 [&_th]:text-start">
        <caption className="pb-1 text-start text-ink-soft">
          <Trans>First rows of the file</Trans>
        </caption>
        <thead>
          <tr>
            {header.map((name, index) => (
              // Two columns may have the same name.
              <th key={`${index} ${name}`} scope="col">
                {name === '' ? '–' : name}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map((cells, index) => (
            <tr key={`${index} ${cells.join()}`}>
              {cells.map((cell, position) => (
                <td key={`${position} ${cell}`}>{cell}</td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </ScrollRegion>
  );
}
