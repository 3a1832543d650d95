import { Trans, useLingui } from '@lingui/react/macro';
import { Download, Share2 } from 'lucide-react';
import { useRef } from 'react';
import type { CertificateDocument } from '#schemas/certificate.ts';
import { saveFile } from '#src/data/device/save-file.ts';
import { canShare, shareFile } from '#src/data/device/share-file.ts';
import { useRequest } from '#src/data/requests/use-request.ts';
import { useConnection } from '#src/data/sync/use-sync-status.ts';
import { useErrorMessage } from '#src/data/text/error-messages.ts';
import { Button } from '#src/ui/button.tsx';
import { ErrorBlock } from '#src/ui/feedback/error-block.tsx';
import { useCertificateActions } from './actions.ts';

/** Sample file to ask the browser if it can share PDFs. */
const ANY_PDF = new File([], 'certificate.pdf', { type: 'application/pdf' });

/** Buttons to download the certificate, and to share it if the device can. */
export function CertificateActions({ certificate }: { certificate: CertificateDocument }) {
  const { t } = useLingui();
  const errorMessage = useErrorMessage();
  const offline = useConnection() !== 'online' && t`You are offline. The document is made online.`;
  const load = useDocument(certificate);
  const saving = useRequest(async () => {
    const file = await load();
    saveFile(file, file.name);
  });
  const sharing = useRequest(async () => shareFile(await load()));
  const failure = saving.failure ?? sharing.failure;
  return (
    <div className="space-y-3">
      <ErrorBlock messages={failure === null ? [] : [errorMessage(failure)]} />
      <div className="flex flex-wrap gap-2 [&>*]:flex-1 [&>*]:basis-40">
        <Button
          variant="secondary"
          fullWidth
          icon={<Download />}
          busy={saving.busy}
          disabledReason={offline}
          onClick={() => {
            sharing.clear();
            void saving.run();
          }}
        >
          <Trans>Download PDF</Trans>
        </Button>
        {canShare(ANY_PDF) && (
          <Button
            variant="secondary"
            fullWidth
            icon={<Share2 />}
            busy={sharing.busy}
            disabledReason={offline}
            onClick={() => {
              saving.clear();
              void sharing.run();
            }}
          >
            <Trans>Share PDF</Trans>
          </Button>
        )}
      </div>
    </div>
  );
}

/**
 * Loads the document once: it never changes, and browsers allow sharing only shortly after a press.
 */
function useDocument(certificate: CertificateDocument): () => Promise<File> {
  const { document } = useCertificateActions(certificate);
  const kept = useRef<File>(null);
  return async () => (kept.current ??= await document());
}
