/** Saves signed handover sheets and opens their documents. */
import { HANDOVER_MEDIA_TYPE } from '#schemas/attachment.ts';
import type { Handover } from '#schemas/handover.ts';
import { useAccount } from '#src/data/account/account-context.tsx';
import { useServices } from '#src/data/services.ts';
import type { LocalAccount } from '#sync/account.ts';

/**
 * Saves a signed sheet on this device, to be sent when possible. Saving the same sheet again has no effect.
 * Throws SyncError.
 */
export async function saveSheet(account: LocalAccount, sheet: Handover): Promise<void> {
  const bytes = new TextEncoder().encode(JSON.stringify(sheet));
  await account.attachments.add({
    uuid: sheet.uuid,
    projectId: sheet.project_id,
    kind: 'signature',
    group: null,
    caption: '',
    bytes: bytes.buffer,
    mime: HANDOVER_MEDIA_TYPE,
  });
}

/** Returns a function that downloads a sheet's document. The function throws CallError. */
export function useSheetDocument(): (uuid: string, day: string) => Promise<File> {
  const { transport } = useServices();
  const { user_id: userId } = useAccount().identity;
  return async (uuid, day) => {
    const blob = await transport.fetchHandover(uuid, { userId });
    return new File([blob], `handover-${day}.pdf`, { type: blob.type });
  };
}
