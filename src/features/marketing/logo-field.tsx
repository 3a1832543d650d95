import { Trans, useLingui } from '@lingui/react/macro';
import { FileImage, ImageUp, Trash2 } from 'lucide-react';
import { type ReactNode, useState } from 'react';
import { MAX_ORDER_FILE_BYTES } from '#schemas/order-submission.ts';
import type { useOrderFileUpload } from '#src/data/requests/use-order-file-upload.ts';
import { useConnection } from '#src/data/sync/use-sync-status.ts';
import { isPermanentRejection } from '#src/data/requests/permanent-rejection.ts';
import { useErrorMessage } from '#src/data/text/error-messages.ts';
import { useFormat } from '#src/data/text/format.ts';
import { Button } from '#src/ui/button.tsx';
import { Card } from '#src/ui/layout/card.tsx';
import { ErrorBlock } from '#src/ui/feedback/error-block.tsx';
import { FilePicker } from '#src/ui/fields/file-picker.tsx';
import { ProgressBar } from '#src/ui/feedback/progress-bar.tsx';
import { Section } from '#src/ui/layout/section.tsx';
import type { EditorPart } from './editor-parts.ts';
import { acceptedLogos, validateLogoFile, type LogoProblem } from './logo-rules.ts';

interface LogoFieldProps extends EditorPart {
  sending: ReturnType<typeof useOrderFileUpload>;
}

/** The company's logo: choose, check, upload, remove (spec 2 §4, §5). */
export function LogoField({ form, dispatch, sending }: LogoFieldProps) {
  const { t } = useLingui();
  const [problem, setProblem] = useState<LogoProblem | null>(null);
  const logoText = useLogoText();
  const { logo } = form.draft;
  const choose = async (file: File) => {
    const check = await validateLogoFile(file);
    setProblem(check.ok ? null : check.problem);
    if (check.ok) sending.send(file, check.mediaType);
  };
  return (
    <Section title={t`Logo`}>
      <ErrorBlock messages={problem === null ? [] : [logoText[problem]]} />
      <Transfer sending={sending} onFile={choose} />
      {logo !== null && sending.upload.name === 'none' && (
        <Card>
          <p className="flex items-center gap-3">
            <FileImage className="size-6 shrink-0 text-ink-soft" />
            <span className="min-w-0 font-semibold break-long">{logo.name}</span>
          </p>
        </Card>
      )}
      {sending.upload.name === 'none' && (
        <>
          <p className="text-small text-ink-soft break-long">
            {logo === null ? logoText.hint : logoText.swapped}
          </p>
          <div className="flex flex-wrap gap-2">
            <ChooseButton onFile={(file) => void choose(file)}>
              {logo === null ? <Trans>Choose a logo</Trans> : <Trans>Choose another logo</Trans>}
            </ChooseButton>
            {logo !== null && (
              <Button
                variant="quiet"
                icon={<Trash2 />}
                onClick={() => dispatch({ type: 'set_logo', logo: null })}
              >
                <Trans>Remove the logo</Trans>
              </Button>
            )}
          </div>
        </>
      )}
    </Section>
  );
}

function ChooseButton({ onFile, children }: { onFile: (file: File) => void; children: ReactNode }) {
  const { t } = useLingui();
  const offline = useConnection() !== 'online';
  return (
    <FilePicker from="files" accept={acceptedLogos} onFile={onFile}>
      {(open) => (
        <Button
          variant="secondary"
          icon={<ImageUp />}
          disabledReason={offline && t`You are offline. A logo is sent online.`}
          onClick={open}
        >
          {children}
        </Button>
      )}
    </FilePicker>
  );
}

interface TransferProps extends Pick<LogoFieldProps, 'sending'> {
  onFile: (file: File) => void;
}

/** Upload progress, or a failed upload with retry (if it may help) and another choice. */
function Transfer({ sending: { upload, retry, cancel }, onFile }: TransferProps) {
  const { t } = useLingui();
  const errorMessage = useErrorMessage();
  const failed = upload.name === 'failed' ? errorMessage(upload.error) : null;
  const mayRetry = upload.name === 'failed' && !isPermanentRejection(upload.error);
  const fileName = upload.name === 'none' ? '' : upload.fileName;
  const percent =
    upload.name === 'sending' && upload.share !== null ? Math.round(upload.share * 100) : undefined;
  return (
    <>
      <ErrorBlock
        title={t`${fileName} was not sent`}
        messages={failed === null ? [] : [failed]}
        action={
          <div className="flex flex-wrap gap-2">
            {mayRetry && (
              <Button variant="secondary" onClick={retry}>
                <Trans>Try again</Trans>
              </Button>
            )}
            <ChooseButton onFile={onFile}>
              <Trans>Choose another file</Trans>
            </ChooseButton>
            <Button variant="quiet" onClick={cancel}>
              <Trans>Without this logo</Trans>
            </Button>
          </div>
        }
      />
      {upload.name === 'sending' && (
        <Card>
          <ProgressBar
            label={t`Sending ${fileName}`}
            value={percent}
            countText={percent === undefined ? undefined : `${percent} %`}
          />
          <div className="mt-3">
            <Button variant="secondary" onClick={cancel}>
              <Trans>Cancel</Trans>
            </Button>
          </div>
        </Card>
      )}
    </>
  );
}

function useLogoText(): Record<LogoProblem | 'hint' | 'swapped', string> {
  const { t } = useLingui();
  const format = useFormat();
  const most = format.number(MAX_ORDER_FILE_BYTES / 1_000_000);
  return {
    hint: t`JPEG, PNG, SVG, PDF, TIFF, PSD, EPS, AI, PostScript or ZIP, at most ${most} MB. A drawing prints sharper than a photo.`,
    swapped: t`Beside your own logo the manufacturer's stands in its plain form.`,
    too_large: t`This file is too large. A logo may have ${most} MB.`,
    wrong_type: t`This kind of file can't be printed. Choose a JPEG, PNG, SVG, PDF, TIFF, PSD, EPS, AI, PostScript or ZIP file.`,
    nothing_in_it: t`This file is empty. Choose another one.`,
  };
}
