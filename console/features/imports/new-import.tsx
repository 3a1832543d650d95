import { Trans, useLingui } from '@lingui/react/macro';
import { useRouter } from '@tanstack/react-router';
import { useId, useState } from 'react';
import { importCalls, MAX_IMPORT_BYTES } from '#schemas/operator/import-calls.ts';
import { type ImportKindId, importKinds } from '#schemas/operator/import-kinds.ts';
import { correctionEvents } from '#schemas/operator/point-calls.ts';
import { SelectField } from '#src/ui/fields/select-field.tsx';
import { DetailList } from '#src/ui/lists/detail-list.tsx';
import { useSession } from '#console/data/session.ts';
import { useOperatorAction } from '#console/data/use-operator-action.ts';
import { ActionForm } from '#console/parts/action-form.tsx';
import { pointEventText } from '#console/parts/point-events.ts';
import { SideSheet } from '#console/parts/side-sheet.tsx';
import { useRegionField } from '#console/parts/region-field.tsx';
import { useAskWhy } from '#console/parts/why-dialog.tsx';
import { allowedKinds, bytesText, columnText, importKindText } from './import-texts.ts';
import { hashOf, setChosenFile } from './upload-file.ts';

interface NewImportProps {
  readonly isOpen: boolean;
  /** Kind of import that is selected initially, if the operator has the right to it. */
  readonly kind: ImportKindId | undefined;
  readonly onClose: () => void;
}

/** Lets the operator choose a file, and creates an import for it. */
export function NewImport({ isOpen, kind, onClose }: NewImportProps) {
  const { t } = useLingui();
  return (
    <SideSheet
      isOpen={isOpen}
      onClose={onClose}
      title={t`New import`}
      description={t`The file is uploaded and checked. Nothing is stored before you apply it.`}
    >
      <NewImportForm preferredKind={kind} />
    </SideSheet>
  );
}

function NewImportForm({ preferredKind }: { preferredKind: ImportKindId | undefined }) {
  const { t, i18n } = useLingui();
  const router = useRouter();
  const askWhy = useAskWhy();
  const kinds = allowedKinds(useSession());
  const action = useOperatorAction(importCalls.createImport, {
    refetches: ['listImports', 'listAudit'],
  });
  const [chosenKind, setChosenKind] = useState(
    kinds.find((id) => id === preferredKind) ?? kinds[0],
  );
  const [file, setFile] = useState<File | null>(null);
  const [showErrors, setShowErrors] = useState(false);
  const kind = chosenKind ?? 'serials';
  const { right, isGlobal } = importKinds[kind];
  const { region, field: regionField } = useRegionField(right);
  const needsRegion = !isGlobal && region === null;
  const fileError = !showErrors
    ? null
    : file === null
      ? t`Choose a file.`
      : file.size === 0
        ? t`This file is empty.`
        : file.size > MAX_IMPORT_BYTES
          ? t`This file is larger than ${bytesText(i18n, MAX_IMPORT_BYTES)}. Import it in parts.`
          : null;
  const names = importKinds[kind].columns
    .map(({ name }) => `${name} (${columnText(i18n, name)})`)
    .join(', ');
  const create = async () => {
    setShowErrors(true);
    if (needsRegion) return;
    if (file === null || file.size === 0 || file.size > MAX_IMPORT_BYTES) return;
    const why = await askWhy({ title: t`Upload ${file.name}?`, confirmLabel: t`Upload` });
    if (why === null) return;
    const { size: bytes, name } = file;
    const sha256 = await hashOf(file);
    // A name that is too long is cut at the start, because its end has the extension.
    const body = {
      ...{ kind, region: isGlobal ? null : region },
      ...{ file_name: name.slice(-200), bytes, sha256, why },
    };
    const { id } = await action.mutateAsync({ body });
    setChosenFile(id, file);
    await router.navigate({ href: `/imports/${id}`, ignoreBlocker: true });
  };
  return (
    <ActionForm
      error={action.error}
      isBusy={action.isPending}
      submitLabel={<Trans>Upload</Trans>}
      onSubmit={create}
    >
      <SelectField
        label={t`Content`}
        hint={t`Columns: ${names}. The first row has their names, in any order.`}
        options={kinds.map((id) => ({ value: id, label: importKindText(i18n, id) }))}
        value={kind}
        onChange={({ target }) => setChosenKind(kinds.find((id) => id === target.value))}
      />
      {kind === 'awards' && <AwardReasons />}
      {kind === 'lead_requests' && <RequestFormats />}
      {!isGlobal && regionField(showErrors && needsRegion ? t`Choose a country.` : undefined)}
      <FileField error={fileError} onChoose={setFile} />
    </ActionForm>
  );
}

/** Codes of the reasons that a file of awards can use. */
function AwardReasons() {
  const { i18n } = useLingui();
  const headingId = useId();
  return (
    <section aria-labelledby={headingId} className="flex flex-col gap-2">
      <h3 id={headingId} className="text-small font-semibold">
        <Trans>Codes for the column “reason”</Trans>
      </h3>
      <DetailList
        items={correctionEvents.map((event) => ({
          term: event,
          detail: pointEventText(i18n, event),
        }))}
      />
    </section>
  );
}

/** Explains how values are written in a file of requests. */
function RequestFormats() {
  return (
    <p className="text-small text-ink-soft">
      <Trans>
        Products are written as GGL:2|GGU:1, days as 2026-12-31. A request with a reference that was
        imported before is left out.
      </Trans>
    </p>
  );
}

interface FileFieldProps {
  readonly error: string | null;
  readonly onChoose: (file: File | null) => void;
}

/** Styles the browser's button like the console's. */
const fileInputClass =
  'max-w-full text-small file:me-3 file:min-h-target file:rounded-control file:border-0 file:bg-surface-sunken file:px-4 file:font-semibold file:text-ink hover:file:bg-surface-hover sunlight:file:border';

/** Field for choosing a CSV file. */
export function FileField({ error, onChoose }: FileFieldProps) {
  const id = useId();
  return (
    <div className="flex flex-col gap-1.5">
      <label htmlFor={id} className="text-small font-semibold">
        <Trans>CSV file</Trans>
      </label>
      <input
        id={id}
        type="file"
        accept=".csv,.txt,text/csv,text/plain"
        aria-invalid={error !== null}
        aria-describedby={error === null ? undefined : `${id}-error`}
        className={fileInputClass}
        onChange={({ target }) => onChoose(target.files?.[0] ?? null)}
      />
      {error !== null && (
        <p id={`${id}-error`} className="text-small text-bad">
          {error}
        </p>
      )}
    </div>
  );
}
