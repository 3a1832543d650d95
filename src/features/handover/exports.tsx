/** Handover sheets on the screen of a project. */
import { Trans, useLingui } from '@lingui/react/macro';
import { FileSignature, Signature } from 'lucide-react';
import type { AttachmentDocument } from '#schemas/attachment.ts';
import { linkTo } from '#src/app/link-to.tsx';
import { paths } from '#src/app/paths.ts';
import { useAccount } from '#src/data/account/account-context.tsx';
import { saveFile } from '#src/data/device/save-and-share-file.ts';
import { useLiveQuery } from '#src/data/live/use-live-query.ts';
import { useRequest } from '#src/data/requests/use-request.ts';
import { useConnection } from '#src/data/sync/use-sync-status.ts';
import { useErrorMessage } from '#src/data/text/error-messages.ts';
import { useFormat } from '#src/data/text/format.ts';
import { Badge } from '#src/ui/feedback/badge.tsx';
import { ErrorBlock } from '#src/ui/feedback/error-block.tsx';
import { SyncMark } from '#src/ui/feedback/sync-mark.tsx';
import { List, ListRow } from '#src/ui/lists/list.tsx';
import { useSheetDocument } from './actions.ts';
import { currentSheet, isRejectedSheet, sheetsOfProject, signedDay } from './queries.ts';

interface HandoverRowsProps {
  projectId: string;
  /** True if the project has products to hand over. */
  canSign: boolean;
}

/** The project's signed sheets with their state, and a link to a new one. */
export function HandoverRows({ projectId, canSign }: HandoverRowsProps) {
  const { t } = useLingui();
  const errorMessage = useErrorMessage();
  const sheets = useLiveQuery((account) => sheetsOfProject(account, projectId), [projectId]) ?? [];
  const loadDocument = useSheetDocument();
  const { region } = useAccount().identity;
  const openRequest = useRequest(async (sheet: AttachmentDocument) => {
    const file = await loadDocument(sheet.uuid, signedDay(sheet, region));
    saveFile(file, file.name);
  });
  if (!canSign && sheets.length === 0) return null;
  const activeSheet = currentSheet(sheets);
  const replacedSheets = activeSheet === null ? [] : sheets.slice(sheets.indexOf(activeSheet) + 1);
  return (
    <div className="space-y-3">
      <ErrorBlock
        messages={openRequest.failure === null ? [] : [errorMessage(openRequest.failure)]}
      />
      <List label={t`Handover sheets`}>
        {canSign && (
          <ListRow
            icon={<Signature />}
            title={
              sheets.length === 0 ? (
                <Trans>Handover sheet</Trans>
              ) : (
                <Trans>New handover sheet</Trans>
              )
            }
            {...linkTo(paths.handover(projectId))}
          />
        )}
        {sheets.map((sheet) => (
          <SignedSheet
            key={sheet.uuid}
            sheet={sheet}
            isReplaced={replacedSheets.includes(sheet)}
            onOpen={() => void openRequest.run(sheet)}
          />
        ))}
      </List>
    </div>
  );
}

interface SignedSheetProps {
  sheet: AttachmentDocument;
  isReplaced: boolean;
  onOpen: () => void;
}

function SignedSheet({ sheet, isReplaced, onOpen }: SignedSheetProps) {
  const format = useFormat();
  const isOnline = useConnection() === 'online';
  const signedAt = format.dateTime(sheet.captured_at);
  const isReady = sheet.document === 'ready';
  return (
    <ListRow
      icon={<FileSignature />}
      title={
        isReplaced ? <Trans>Replaced handover sheet</Trans> : <Trans>Signed handover sheet</Trans>
      }
      meta={
        <>
          <span className="block">{signedAt}</span>
          {isReady && !isOnline && (
            <span className="block">
              <Trans>Connect to open the PDF.</Trans>
            </span>
          )}
        </>
      }
      trailing={<SheetState sheet={sheet} />}
      onPress={isReady && isOnline ? onOpen : undefined}
    />
  );
}

function SheetState({ sheet }: { sheet: AttachmentDocument }) {
  const { t } = useLingui();
  const { state, document } = sheet;
  if (isRejectedSheet(sheet)) return <SyncMark state="refused" label={t`Not accepted`} />;
  if (document === 'ready') {
    return (
      <Badge tone="good">
        <Trans>PDF ready</Trans>
      </Badge>
    );
  }
  if (state === 'waiting') return <SyncMark state="waiting" label={t`Not sent`} />;
  return (
    <Badge tone="info">
      <Trans context="handover sheet">Sent</Trans>
    </Badge>
  );
}
