import { Trans, useLingui } from '@lingui/react/macro';
import { useErrorMessage } from '#src/data/text/error-messages.ts';
import { usePageTitle } from '#src/data/device/page-title.tsx';
import { useUnsentExport } from '#src/data/sync/unsent-work.ts';
import { Button } from '#src/ui/button.tsx';
import { EmptyState } from '#src/ui/feedback/empty-state.tsx';
import { Page } from '#src/ui/layout/page.tsx';
import { showToast } from '#src/ui/feedback/toast.tsx';
import { useAppUpdate } from './app-update.ts';

interface DatabaseFailureProps {
  /** Error code of the local database, whose data is untouched. */
  code: string;
  retry: () => void;
}

/** Shown when the account's database can't be opened (F23, F26, F27), with the reason and the options. */
export function DatabaseFailure({ code, retry }: DatabaseFailureProps) {
  const { t } = useLingui();
  const errorMessage = useErrorMessage();
  const update = useAppUpdate();
  const isOutdated = code === 'database_newer';
  usePageTitle(t`Storage problem`);
  return (
    <Page title={<Trans>Storage problem</Trans>} titleHidden width="wide">
      <EmptyState
        drawing="failed"
        title={
          isOutdated ? (
            <Trans>Update the app to continue</Trans>
          ) : (
            <Trans>Your data can’t be opened right now</Trans>
          )
        }
        action={
          isOutdated ? (
            <Button onClick={update.isReady ? update.apply : () => location.reload()}>
              <Trans>Update now</Trans>
            </Button>
          ) : (
            <>
              <Button onClick={retry}>
                <Trans>Try again</Trans>
              </Button>
              <Button variant="secondary" onClick={() => location.reload()}>
                <Trans>Reload app</Trans>
              </Button>
              <ExportButton />
            </>
          )
        }
      >
        <p role="alert">{errorMessage({ code })}</p>
        <p>
          <Trans>Your saved work stays on this phone.</Trans>
        </p>
      </EmptyState>
    </Page>
  );
}

/** Exports unsent work even though the database can't be opened (F26). */
function ExportButton() {
  const unsentExport = useUnsentExport();
  if (unsentExport === null) return null;
  return (
    <Button
      variant="quiet"
      busy={unsentExport.busy}
      onClick={() =>
        void unsentExport
          .save()
          .then((exportResult) => showToast({ ...exportResult, subject: 'unsent work' }))
      }
    >
      <Trans>Save backup file</Trans>
    </Button>
  );
}
