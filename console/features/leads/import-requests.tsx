import type { I18n } from '@lingui/core';
import { msg, plural } from '@lingui/core/macro';
import { Trans, useLingui } from '@lingui/react/macro';
import { useState } from 'react';
import type { ResultOf } from '#schemas/api/call.ts';
import { leadIntakeCalls, type RequestRowProblem } from '#schemas/operator/lead-intake-calls.ts';
import { MAX_REQUEST_FILE } from '#schemas/lead-request.ts';
import { ErrorBlock } from '#src/ui/feedback/error-block.tsx';
import { showToast } from '#src/ui/feedback/toast.tsx';
import { callOperator } from '#console/data/call-operator.ts';
import { useErrorText } from '#console/data/error-texts.ts';
import { useOperatorAction } from '#console/data/use-operator-action.ts';
import { ActionButton } from '#console/parts/action-button.tsx';
import { useAskWhy } from '#console/parts/why-dialog.tsx';
import { useRegionField } from '#console/parts/region-field.tsx';
import { SideSheet } from '#console/parts/side-sheet.tsx';

interface ImportRequestsProps {
  readonly isOpen: boolean;
  readonly onClose: () => void;
}

/** Imports requests from a CSV file: checks every row first, then imports all at once. */
export function ImportRequests({ isOpen, onClose }: ImportRequestsProps) {
  const { t } = useLingui();
  return (
    <SideSheet
      isOpen={isOpen}
      onClose={onClose}
      title={t`Import requests`}
      description={t`A CSV file with up to 1,000 rows. The first row has the names of the columns.`}
    >
      <ImportForm onDone={onClose} />
    </SideSheet>
  );
}

type Verdict = ResultOf<typeof leadIntakeCalls.checkLeadRequests>;

function ImportForm({ onDone }: { onDone: () => void }) {
  const { t, i18n } = useLingui();
  const askWhy = useAskWhy();
  const errorText = useErrorText();
  const action = useOperatorAction(leadIntakeCalls.importLeadRequests, {
    changes: ['listLeadRequests', 'listAudit'],
  });
  const { region, field: regionField } = useRegionField('leads.edit');
  const [file, setFile] = useState<{ readonly csv: string; readonly name: string } | null>(null);
  const [verdict, setVerdict] = useState<Verdict | null>(null);
  const [error, setError] = useState<string | null>(null);
  const [isChecking, setChecking] = useState(false);

  const choose = async (chosen: File | undefined) => {
    setVerdict(null);
    setError(null);
    setFile(null);
    if (!chosen) return;
    // Don't even read a larger file. A character has up to four bytes.
    const csv = chosen.size > 4 * MAX_REQUEST_FILE ? null : await chosen.text();
    if (csv === null || csv.length > MAX_REQUEST_FILE)
      setError(t`This file is too large. Nothing was changed.`);
    else setFile({ csv, name: chosen.name });
  };
  const check = async () => {
    if (file === null || region === null) return setError(t`Choose a country and a file.`);
    setError(null);
    setChecking(true);
    try {
      const body = { region, csv: file.csv };
      setVerdict(await callOperator(leadIntakeCalls.checkLeadRequests, { body }));
    } catch (failure) {
      setError(errorText(failure));
    } finally {
      setChecking(false);
    }
  };
  const apply = async () => {
    if (file === null || region === null) return;
    setError(null);
    const why = await askWhy({ title: t`Import ${file.name}?`, confirmLabel: t`Import` });
    if (why === null) return;
    try {
      const { stored } = await action.mutateAsync({ body: { region, csv: file.csv, why } });
      const message = t`${plural(stored, { one: '# request was imported.', other: '# requests were imported.' })}`;
      showToast({ subject: 'leads', tone: 'good', message });
      onDone();
    } catch (failure) {
      setError(errorText(failure));
    }
  };
  return (
    <div className="flex flex-col gap-4">
      <ErrorBlock messages={error === null ? [] : [error]} />
      <Columns />
      {regionField(undefined)}
      <label className="flex flex-col gap-1 text-small font-semibold">
        <Trans>CSV file</Trans>
        <input
          type="file"
          accept=".csv,text/csv"
          className="font-normal"
          onChange={({ target }) => void choose(target.files?.[0])}
        />
      </label>
      <div>
        <ActionButton
          variant={verdict ? 'secondary' : 'primary'}
          busy={isChecking}
          onClick={() => void check()}
        >
          <Trans>Check the file</Trans>
        </ActionButton>
      </div>
      {verdict && (
        <div className="flex flex-col gap-3" role="status">
          <p>
            <Trans>
              New: {i18n.number(verdict.new_rows)}, already stored:{' '}
              {i18n.number(verdict.known_rows)}, problems: {i18n.number(verdict.problems.length)}
            </Trans>
          </p>
          {verdict.problems.length > 0 && <Problems problems={verdict.problems} />}
        </div>
      )}
      {verdict && verdict.problems.length === 0 && verdict.new_rows > 0 && (
        <div>
          <ActionButton busy={action.isPending} onClick={() => void apply()}>
            <Trans>Import</Trans>
          </ActionButton>
        </div>
      )}
    </div>
  );
}

/** Names of the columns and formats of their values. */
function Columns() {
  return (
    <p className="text-small text-ink-soft break-long">
      <Trans>
        Columns: reference, first_name, last_name, street, postal_code, city, phone, email, products
        (GGL:2|GGU:1), windows, service, message, wished_day, consent_day, latitude, longitude. Days
        are written as 2026-12-31.
      </Trans>
    </p>
  );
}

function Problems({ problems }: { problems: readonly RequestRowProblem[] }) {
  const { t, i18n } = useLingui();
  return (
    <>
      <p className="text-small text-ink-soft">
        <Trans>Nothing can be imported until these are corrected in the file.</Trans>
      </p>
      <ul aria-label={t`Problems`} className="divide-y divide-line text-small">
        {problems.map(({ row, column, problem }) => (
          <li key={`${row} ${column} ${problem}`} className="py-1.5">
            {row === 0 ? <Trans>First row</Trans> : <Trans>Row {i18n.number(row + 1)}</Trans>}
            {column && `, ${column}`}: {problemText(i18n, problem)}
          </li>
        ))}
      </ul>
    </>
  );
}

const problemTexts = {
  invalid_input: msg`missing or not valid`,
  invalid_phone: msg`not a phone number of the country`,
  date_too_early: msg`in the past`,
  missing_column: msg`this column is missing`,
  unknown_column: msg`this column is unknown`,
  repeated: msg`appears twice`,
  too_many_rows: msg`more than 1,000 rows`,
  not_csv: msg`this isn’t a CSV file`,
  not_utf8: msg`some letters can’t be read; save the file as “CSV UTF-8”`,
} as const;

const problemText = (i18n: I18n, problem: string): string =>
  Object.hasOwn(problemTexts, problem)
    ? i18n._(problemTexts[problem as keyof typeof problemTexts])
    : problem;
