import { Trans, useLingui } from '@lingui/react/macro';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useEffect, useEffectEvent, useState } from 'react';
import type { ImportRecord } from '#schemas/operator/import-calls.ts';
import { ErrorBlock } from '#src/ui/feedback/error-block.tsx';
import { ProgressBar } from '#src/ui/feedback/progress-bar.tsx';
import { useErrorText } from '#console/data/error-texts.ts';
import { ActionButton } from '#console/parts/action-button.tsx';
import { FileField } from './new-import.tsx';
import {
  countParts,
  isStartedFile,
  setChosenFile,
  getChosenFile,
  uploadMissingParts,
} from './upload-file.ts';

/** Uploads the file of an import. After a lost connection or a reload, continues with the missing parts. */
export function UploadPart({ record }: { record: ImportRecord }) {
  const { t, i18n } = useLingui();
  const client = useQueryClient();
  const errorText = useErrorText();
  const { id, bytes, parts } = record;
  const [storedCount, setStoredCount] = useState(parts.length);
  const [file, setFile] = useState(() => getChosenFile(id));
  const [isOtherFile, setOtherFile] = useState(false);
  const [isComparing, setComparing] = useState(false);
  const total = countParts(bytes);
  const uploadMutation = useMutation({
    mutationFn: (chosenFile: File) =>
      uploadMissingParts(id, chosenFile, { storedParts: parts, onPart: setStoredCount }),
    onSettled: () => client.invalidateQueries({ queryKey: ['readImport'] }),
  });
  const start = useEffectEvent(() => {
    if (file) uploadMutation.mutate(file);
  });
  useEffect(() => start(), []);
  const choose = async (chosenFile: File | null) => {
    if (chosenFile === null) return;
    setComparing(true);
    // A file that can't be read can't be compared, so it's treated as a different file.
    const isStarted = await isStartedFile(chosenFile, record).catch(() => false);
    setComparing(false);
    setOtherFile(!isStarted);
    if (!isStarted) return;
    setChosenFile(id, chosenFile);
    setFile(chosenFile);
    uploadMutation.mutate(chosenFile);
  };
  const [doneText, totalText] = [i18n.number(storedCount), i18n.number(total)];
  return (
    <section aria-label={t`Upload`} className="flex max-w-narrow flex-col gap-4">
      <ProgressBar
        label={t`Upload`}
        value={storedCount}
        max={total}
        countText={t`${doneText} of ${totalText}`}
      />
      <ErrorBlock messages={uploadMutation.error ? [errorText(uploadMutation.error)] : []} />
      {file && uploadMutation.error && (
        <div>
          <ActionButton busy={uploadMutation.isPending} onClick={() => uploadMutation.mutate(file)}>
            <Trans>Continue the upload</Trans>
          </ActionButton>
        </div>
      )}
      {!file && (
        <>
          <p>
            <Trans>Choose the same file again to continue the upload.</Trans>
          </p>
          <FileField
            error={
              isOtherFile
                ? t`This isn’t the same file, or it has changed since the upload started. Nothing was uploaded. Choose the original file, or start a new import.`
                : null
            }
            onChoose={(chosenFile) => void choose(chosenFile)}
          />
          <p role="status">{isComparing && <Trans>Comparing the file…</Trans>}</p>
        </>
      )}
    </section>
  );
}
