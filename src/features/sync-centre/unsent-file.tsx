import { Trans, useLingui, Plural } from '@lingui/react/macro';
import { Download, FolderInput } from 'lucide-react';
import { useState } from 'react';
import { useUnsentExport, useUnsentImport } from '#src/data/sync/unsent-work.ts';
import { codeOf } from '#src/data/text/error-code.ts';
import { useErrorMessage } from '#src/data/text/error-messages.ts';
import { Button } from '#src/ui/button.tsx';
import { Banner } from '#src/ui/feedback/banner.tsx';
import { showToast } from '#src/ui/feedback/toast.tsx';
import { FilePicker } from '#src/ui/fields/file-picker.tsx';
import { Card } from '#src/ui/layout/card.tsx';
import { ConfirmSheet } from '#src/ui/layout/sheet.tsx';
import { Section } from '#src/ui/layout/section.tsx';
import type { ImportResult, SkippedItem } from '#sync/outbox/import-unsent.ts';

/** Exports unsent work to a file, and imports it on this or another phone. */
export function UnsentFileSection() {
  const { t } = useLingui();
  const backup = useUnsentExport();
  const fileImport = useImport();
  const { otherAccountFile } = fileImport;
  return (
    <Section title={t`Backup file`}>
      <Card>
        <p className="text-ink-soft">
          <Trans>
            Save items not sent yet in a backup file. If this phone breaks, import the file to carry
            on. Nothing is counted twice.
          </Trans>
        </p>
        <div className="mt-4 flex flex-col gap-2">
          {backup && (
            <Button
              variant="secondary"
              icon={<Download />}
              busy={backup.busy}
              onClick={() =>
                void backup
                  .save()
                  .then((exportResult) => showToast({ ...exportResult, subject: 'unsent work' }))
              }
            >
              <Trans>Save backup file</Trans>
            </Button>
          )}
          <FilePicker from="files" accept=".json,application/json" onFile={fileImport.start}>
            {(open) => (
              <Button
                variant="secondary"
                icon={<FolderInput />}
                busy={fileImport.busy}
                onClick={open}
              >
                <Trans>Import backup file</Trans>
              </Button>
            )}
          </FilePicker>
        </div>
        <div role="status" className="mt-3 empty:hidden">
          {fileImport.result && <ImportOutcome result={fileImport.result} />}
        </div>
      </Card>
      <ConfirmSheet
        isOpen={otherAccountFile !== null}
        onOpenChange={fileImport.cancel}
        title={t`Import work from another account?`}
        confirmLabel={t`Import`}
        cancelLabel={t`Don’t import`}
        busy={fileImport.busy}
        onConfirm={() =>
          otherAccountFile && fileImport.start(otherAccountFile, { allowOtherAccount: true })
        }
      >
        <Trans>
          This file was saved by another account. Its contents will be sent in your name. Anything
          your company isn’t allowed to send will be rejected.
        </Trans>
      </ConfirmSheet>
    </Section>
  );
}

/** Imports a file; requires confirmation if it belongs to another account. */
function useImport() {
  const importFile = useUnsentImport();
  const errorMessage = useErrorMessage();
  const [busy, setBusy] = useState(false);
  const [result, setResult] = useState<ImportResult | null>(null);
  const [otherAccountFile, setOtherAccountFile] = useState<File | null>(null);

  const run = async (file: File, options?: { allowOtherAccount: boolean }) => {
    setBusy(true);
    setResult(null);
    try {
      setResult(await importFile(file, options));
      setOtherAccountFile(null);
    } catch (error) {
      if (codeOf(error) === 'file_of_other_account') setOtherAccountFile(file);
      else {
        setOtherAccountFile(null);
        showToast({ tone: 'bad', subject: 'unsent work', message: errorMessage(error) });
      }
    } finally {
      setBusy(false);
    }
  };
  return {
    busy,
    result,
    otherAccountFile,
    start: (file: File, options?: { allowOtherAccount: boolean }) => void run(file, options),
    cancel: () => setOtherAccountFile(null),
  };
}

/** If more items than this were skipped, the remaining ones are only counted. */
const MAX_LISTED = 20;

/** Result of an import: items added, already known, or skipped with a reason. */
function ImportOutcome({ result }: { result: ImportResult }) {
  const { added: addedCount, known: knownCount, skipped: skippedItems } = result;
  return (
    <Banner
      tone={skippedItems.length > 0 ? 'warn' : 'good'}
      title={<Plural value={addedCount} one="# item imported" other="# items imported" />}
    >
      {knownCount > 0 && (
        <p>
          <Plural
            value={knownCount}
            one="# already on this phone or sent"
            other="# already on this phone or sent"
          />
        </p>
      )}
      {skippedItems.length > 0 && <SkippedList items={skippedItems} />}
    </Banner>
  );
}

function SkippedList({ items }: { items: readonly SkippedItem[] }) {
  const skippedName = useSkippedNames();
  const more = items.length - MAX_LISTED;
  return (
    <>
      <p className="mt-2 font-semibold">
        <Plural value={items.length} one="# not imported" other="# not imported" />
      </p>
      <ul className="list-disc ps-5">
        {items.slice(0, MAX_LISTED).map((item, index) => (
          <li key={index}>
            {skippedName(item)}: {skippedReason(item.reason)}
          </li>
        ))}
        {more > 0 && (
          <li>
            <Plural value={more} one="and # more" other="and # more" />
          </li>
        )}
      </ul>
    </>
  );
}

function skippedReason(reason: SkippedItem['reason']) {
  switch (reason) {
    case 'missing':
      return (
        <Trans>its project or lead isn’t on this phone. Go online and import the file again.</Trans>
      );
    case 'changed':
      return (
        <Trans>
          it has changed since this file was saved. Check it, and make the change again if needed.
        </Trans>
      );
    case 'unreadable':
      return <Trans>it can’t be read.</Trans>;
  }
}

function useSkippedNames(): (item: SkippedItem) => string {
  const { t } = useLingui();
  return ({ kind, label }) => {
    switch (kind) {
      case 'scan':
        return label ?? t`A product`;
      case 'lead':
        return t`Changes to a lead`;
      case 'date':
        return t`A project’s installation date`;
      case 'closing':
        return t`Closing a project`;
      case 'project':
        return t`A project`;
      case 'photo':
        return t`A photo`;
      case 'attachment':
        return t`Photo or document`;
      case 'chat':
        return t`A message to support`;
    }
  };
}
