import { Trans, useLingui } from '@lingui/react/macro';
import { FileImage, ImageUp, Trash2 } from 'lucide-react';
import { type ReactNode, useState, useEffect } from 'react';
import { type FileKind, SNIFFED_BYTES, detectFileKind } from '#schemas/order-file-kind.ts';
import { MAX_ORDER_FILE_BYTES, orderFileTypes } from '#schemas/order-submission.ts';
import type { OrderFile } from '#schemas/order.ts';
import { useAccount } from '#src/data/account/account-context.tsx';
import {
  isPermanentRejection,
  type useOrderFileUpload,
} from '#src/data/requests/use-order-file-upload.ts';
import { useServices } from '#src/data/services.ts';
import { useConnection } from '#src/data/sync/use-sync-status.ts';
import { useErrorMessage } from '#src/data/text/error-messages.ts';
import { useFormat } from '#src/data/text/format.ts';
import { Button } from '#src/ui/button.tsx';
import { ErrorBlock } from '#src/ui/feedback/error-block.tsx';
import { ProgressBar } from '#src/ui/feedback/progress-bar.tsx';
import { FilePicker } from '#src/ui/fields/file-picker.tsx';
import { Card } from '#src/ui/layout/card.tsx';
import { Section } from '#src/ui/layout/section.tsx';
import type { EditorPart } from './material-form.ts';

interface LogoFieldProps extends EditorPart {
  logoUpload: ReturnType<typeof useOrderFileUpload>;
}

/** The company's logo: choose, check, upload, remove (spec 2 §4, §5). */
export function LogoField({ form, dispatch, logoUpload }: LogoFieldProps) {
  const { t } = useLingui();
  const [problem, setProblem] = useState<LogoProblem | null>(null);
  const logoText = useLogoText();
  const { logo } = form.draft;
  const selectFile = async (file: File) => {
    const validation = await validateLogoFile(file);
    setProblem(validation.ok ? null : validation.problem);
    if (validation.ok) logoUpload.send(file, validation.mediaType);
  };
  return (
    <Section title={t`Logo`}>
      <ErrorBlock messages={problem === null ? [] : [logoText[problem]]} />
      <UploadStatus logoUpload={logoUpload} onFile={selectFile} />
      {logo !== null && logoUpload.upload.name === 'none' && (
        <Card>
          <p className="flex items-center gap-3">
            <FileImage className="size-6 shrink-0 text-ink-soft" />
            <span className="min-w-0 font-semibold break-long">{logo.name}</span>
          </p>
        </Card>
      )}
      {logoUpload.upload.name === 'none' && (
        <>
          <p className="text-small text-ink-soft break-long">
            {logo === null ? logoText.hint : logoText.brandLogoHint}
          </p>
          <div className="flex flex-wrap gap-2">
            <ChooseButton onFile={(file) => void selectFile(file)}>
              {logo === null ? <Trans>Choose a logo</Trans> : <Trans>Choose another logo</Trans>}
            </ChooseButton>
            {logo !== null && (
              <Button
                variant="quiet"
                icon={<Trash2 />}
                onClick={() => dispatch({ type: 'set_logo', logo: null })}
              >
                <Trans>Remove logo</Trans>
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
          disabledReason={offline && t`You’re offline. Connect to upload a logo.`}
          onClick={open}
        >
          {children}
        </Button>
      )}
    </FilePicker>
  );
}

interface UploadStatusProps extends Pick<LogoFieldProps, 'logoUpload'> {
  onFile: (file: File) => void;
}

/**
 * Shows the progress of an upload. After a failure, shows the error, and buttons to try again (if that may help), to
 * choose another file, or to continue without a logo.
 */
function UploadStatus({ logoUpload: { upload, retry, cancel }, onFile }: UploadStatusProps) {
  const { t } = useLingui();
  const errorMessage = useErrorMessage();
  const failureText = upload.name === 'failed' ? errorMessage(upload.error) : null;
  const canRetry = upload.name === 'failed' && !isPermanentRejection(upload.error);
  const fileName = upload.name === 'none' ? '' : upload.fileName;
  const percent =
    upload.name === 'sending' && upload.share !== null ? Math.round(upload.share * 100) : undefined;
  return (
    <>
      <ErrorBlock
        title={t`${fileName} wasn’t uploaded`}
        messages={failureText === null ? [] : [failureText]}
        action={
          <div className="flex flex-wrap gap-2">
            {canRetry && (
              <Button variant="secondary" onClick={retry}>
                <Trans>Try again</Trans>
              </Button>
            )}
            <ChooseButton onFile={onFile}>
              <Trans>Choose another file</Trans>
            </ChooseButton>
            <Button variant="quiet" onClick={cancel}>
              <Trans>Continue without a logo</Trans>
            </Button>
          </div>
        }
      />
      {upload.name === 'sending' && (
        <Card>
          <ProgressBar
            label={t`Uploading ${fileName}`}
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

function useLogoText(): Record<LogoProblem | 'hint' | 'brandLogoHint', string> {
  const { t } = useLingui();
  const format = useFormat();
  const maxMegabytes = format.number(MAX_ORDER_FILE_BYTES / 1_000_000);
  return {
    hint: t`JPEG, PNG, SVG, PDF, TIFF, PSD, EPS, AI, PostScript or ZIP, up to ${maxMegabytes} MB. Vector files print sharper than photos.`,
    brandLogoHint: t`Next to your logo, the manufacturer’s logo appears in its plain version.`,
    too_large: t`This file is too large. Logos can be up to ${maxMegabytes} MB.`,
    wrong_type: t`This kind of file can’t be printed. Choose a JPEG, PNG, SVG, PDF, TIFF, PSD, EPS, AI, PostScript or ZIP file.`,
    empty: t`This file is empty. Choose another one.`,
  };
}

// Rules for logo files (spec 2 §5).

/** Media types by file extension, because many devices report none for vector formats. */
const mediaTypeByExtension: Readonly<Record<string, (typeof orderFileTypes)[number]>> = {
  jpg: 'image/jpeg',
  jpeg: 'image/jpeg',
  png: 'image/png',
  svg: 'image/svg+xml',
  pdf: 'application/pdf',
  ps: 'application/postscript',
  eps: 'application/eps',
  ai: 'application/illustrator',
  zip: 'application/zip',
  tif: 'image/tiff',
  tiff: 'image/tiff',
  psd: 'image/vnd.adobe.photoshop',
  psb: 'image/vnd.adobe.photoshop',
};

/** The `accept` attribute of the file input. */
const acceptedLogos = [
  ...Object.keys(mediaTypeByExtension).map((ending) => `.${ending}`),
  ...orderFileTypes,
].join(',');

type LogoProblem = 'too_large' | 'wrong_type' | 'empty';

type LogoCheck =
  | { readonly ok: true; readonly mediaType: string }
  | { readonly ok: false; readonly problem: LogoProblem };

/**
 * Validates a file as a logo and returns its media type. Like on the server, the media type depends on the content.
 * @param kind kind of the content; null if it isn't accepted. Undefined if the content can't be read; the media type
 *   then depends on the file's type and name.
 */
export function validateLogo(
  { name, type, size }: Pick<File, 'name' | 'type' | 'size'>,
  kind?: FileKind | null,
): LogoCheck {
  if (size === 0) return { ok: false, problem: 'empty' };
  const declaredType =
    orderFileTypes.find((fileType) => fileType === type.toLowerCase()) ??
    mediaTypeByExtension[extensionOf(name)];
  const mediaType = kind === undefined ? declaredType : kind?.mediaType;
  if (mediaType === undefined) return { ok: false, problem: 'wrong_type' };
  return size > MAX_ORDER_FILE_BYTES
    ? { ok: false, problem: 'too_large' }
    : { ok: true, mediaType };
}

/** Reads a file and validates it as a logo. Never throws. */
export async function validateLogoFile(file: File): Promise<LogoCheck> {
  try {
    const headBytes = new Uint8Array(await file.slice(0, SNIFFED_BYTES).arrayBuffer());
    return validateLogo(file, detectFileKind(headBytes));
  } catch {
    // The upload reports why the file can't be read.
    return validateLogo(file);
  }
}

/**
 * Returns the media type of a logo that browsers can draw, by its name; null for documents, archives and print
 * formats.
 */
function drawableType(name: string): string | null {
  const type = mediaTypeByExtension[extensionOf(name)] ?? '';
  return ['image/jpeg', 'image/png', 'image/svg+xml'].includes(type) ? type : null;
}

function extensionOf(name: string): string {
  return /\.([a-z0-9]+)$/i.exec(name)?.[1]?.toLowerCase() ?? '';
}

interface LogoPreview {
  readonly uuid: string;
  readonly url: string;
}

/**
 * Returns the logo as an object URL. Null if browsers can't draw it, or if the device is offline and the logo hasn't
 * been loaded since the page was opened. Fetches it from the server, which has the file to be printed.
 */
export function useLogoPicture(logo: OrderFile | null): string | null {
  const { transport } = useServices();
  const { user_id: userId } = useAccount().identity;
  const online = useConnection() === 'online';
  const [preview, setPreview] = useState<LogoPreview | null>(null);
  const type = logo && drawableType(logo.name);
  const uuid = logo?.uuid;
  const isLoaded = preview?.uuid === uuid;

  useEffect(() => {
    if (uuid === undefined || type === null || isLoaded || !online) return undefined;
    const controller = new AbortController();
    transport.fetchOrderFile(uuid, { userId, signal: controller.signal }).then(
      (blob) => {
        if (controller.signal.aborted) return;
        // The file is served as a download, so its type is set here. This is safe, because an SVG in an `img` can't
        // run scripts or load resources.
        setPreview({ uuid, url: URL.createObjectURL(blob.slice(0, blob.size, type)) });
      },
      // If the request fails, the file's name appears instead of the image.
      () => undefined,
    );
    return () => controller.abort();
  }, [transport, userId, uuid, type, isLoaded, online]);
  useEffect(
    () => (preview === null ? undefined : () => URL.revokeObjectURL(preview.url)),
    [preview],
  );
  return preview !== null && preview.uuid === uuid ? preview.url : null;
}
