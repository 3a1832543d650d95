import { Trans } from '@lingui/react/macro';
import { Send } from 'lucide-react';
import { useEffect, useState } from 'react';
import type { ErrorReport } from '#schemas/error-report.ts';
import { useDeviceSettings } from '#src/data/device/use-device-settings.ts';
import { useRequest } from '#src/data/requests/use-request.ts';
import { useServices } from '#src/data/services.ts';
import { useConnection } from '#src/data/sync/use-sync-status.ts';
import { useErrorMessage } from '#src/data/text/error-messages.ts';
import { Button } from '#src/ui/button.tsx';
import { Disclosure } from '#src/ui/layout/disclosure.tsx';
import { ErrorBlock } from '#src/ui/feedback/error-block.tsx';

/** Offers to send a report of this error and shows its content. Hidden if reports are sent automatically. */
export function SendReport({ error }: { error: unknown }) {
  const { errors } = useServices();
  const { errorReports } = useDeviceSettings();
  const [report, setReport] = useState<ErrorReport | null>(null);
  useEffect(() => {
    let isUnmounted = false;
    errors.reporter().then(
      (reporter) => isUnmounted || setReport(reporter.reportOf({ error, source: 'screen' })),
      // Without a report there is nothing to send.
      () => undefined,
    );
    return () => {
      isUnmounted = true;
    };
  }, [errors, error]);
  if (report === null || errorReports) return null;
  return (
    <div className="mx-auto mt-5 max-w-88 space-y-3">
      <Disclosure title={<Trans>What will be sent</Trans>}>
        <pre className="text-caption whitespace-pre-wrap break-long">
          {JSON.stringify(report, null, 2)}
        </pre>
      </Disclosure>
      <SendButton report={report} />
    </div>
  );
}

function SendButton({ report }: { report: ErrorReport }) {
  const { errors } = useServices();
  const isOnline = useConnection() === 'online';
  const errorMessage = useErrorMessage();
  const [isSent, setIsSent] = useState(false);
  const { run, busy, failure } = useRequest(async () => {
    await (await errors.reporter()).sendNow(report);
    setIsSent(true);
  });
  if (isSent) {
    return (
      <p role="status" className="text-center text-ink-soft">
        <Trans>Report sent</Trans>
      </p>
    );
  }
  return (
    <>
      <ErrorBlock messages={failure === null ? [] : [errorMessage(failure)]} />
      <Button
        fullWidth
        variant="quiet"
        icon={<Send />}
        busy={busy}
        disabledReason={!isOnline && errorMessage({ code: 'offline' })}
        onClick={() => void run()}
      >
        <Trans>Send this report</Trans>
      </Button>
    </>
  );
}
