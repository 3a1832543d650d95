import { plural } from '@lingui/core/macro';
import { useLingui } from '@lingui/react/macro';
import type { UnsentCounts } from '#sync/outbox/counts.ts';
import type { Services } from '../services.ts';
import { useCallback, useState } from 'react';
import type { ImportResult } from '#sync/outbox/import-unsent.ts';
import { useAccount } from '../account/account-context.tsx';
import { useErrorMessage } from '../text/error-messages.ts';
import { saveFile } from '../device/save-and-share-file.ts';
import { useIdentity } from '../account/use-session.ts';

/** Time to wait for the database, in ms (F23). */
const COUNT_TIMEOUT_MS = 5_000;

/**
 * Counts the open account's unsent work in the database.
 * @returns null if the database can't be read; there may still be unsent work
 */
export async function countUnsent(
  services: Pick<Services, 'accounts'>,
): Promise<UnsentCounts | null> {
  const state = services.accounts.current();
  if (state.name !== 'open') return null;
  try {
    return await Promise.race([
      state.account.outbox.counts(),
      new Promise<null>((resolve) => setTimeout(resolve, COUNT_TIMEOUT_MS, null)),
    ]);
  } catch {
    return null;
  }
}

/** Returns a function that describes unsent work, one line per kind that has any. */
export function useUnsentText(): (counts: UnsentCounts) => string[] {
  const { t } = useLingui();
  return (counts) => {
    const { photos, kinds } = counts;
    const {
      captured: capturedCount,
      waiting: waitingCount,
      refused: refusedCount,
      removals,
    } = kinds.scan;
    const { lead, project, chat, attachment } = kinds;
    const attachments = attachment.waiting + attachment.refused + attachment.removals;
    return [
      waitingCount > 0 &&
        t`${plural(waitingCount, {
          one: '# product not sent yet',
          other: '# products not sent yet',
        })}`,
      capturedCount > 0 &&
        t`${plural(capturedCount, {
          one: '# product without a project',
          other: '# products without a project',
        })}`,
      refusedCount > 0 &&
        t`${plural(refusedCount, { one: '# product not accepted', other: '# products not accepted' })}`,
      removals > 0 &&
        t`${plural(removals, {
          one: '# deleted product not sent yet',
          other: '# deleted products not sent yet',
        })}`,
      photos > 0 &&
        t`${plural(photos, { one: '# photo not sent yet', other: '# photos not sent yet' })}`,
      project.waiting > 0 &&
        t`${plural(project.waiting, {
          one: '# project change not sent yet',
          other: '# project changes not sent yet',
        })}`,
      project.refused > 0 &&
        t`${plural(project.refused, {
          one: '# project not accepted',
          other: '# projects not accepted',
        })}`,
      lead.waiting > 0 &&
        t`${plural(lead.waiting, {
          one: '# lead with unsent changes',
          other: '# leads with unsent changes',
        })}`,
      lead.refused > 0 &&
        t`${plural(lead.refused, {
          one: '# lead with a change that wasn’t accepted',
          other: '# leads with changes that weren’t accepted',
        })}`,
      chat.waiting > 0 &&
        t`${plural(chat.waiting, {
          one: '# conversation with unsent messages',
          other: '# conversations with unsent messages',
        })}`,
      chat.refused > 0 &&
        t`${plural(chat.refused, {
          one: '# conversation with a message that wasn’t accepted',
          other: '# conversations with messages that weren’t accepted',
        })}`,
      attachments > 0 &&
        t`${plural(attachments, {
          one: '# photo or document not sent yet',
          other: '# photos or documents not sent yet',
        })}`,
    ].filter((line) => line !== false);
  };
}

/** Result of the export, as a message for the user. */
interface UnsentExport {
  readonly tone: 'good' | 'warn' | 'bad';
  readonly message: string;
}

/**
 * Exports unsent work as a file. The export doesn't need an open account, so it works even if the database can't be
 * opened or migrated (F26).
 * @returns null if signed out. `save` never rejects.
 */
export function useUnsentExport(): {
  readonly save: () => Promise<UnsentExport>;
  readonly busy: boolean;
} | null {
  const { t } = useLingui();
  const userId = useIdentity()?.user_id;
  const errorMessage = useErrorMessage();
  const [busy, setBusy] = useState(false);
  if (userId === undefined) return null;

  const exportToFile = async (): Promise<UnsentExport> => {
    const { exportUnsent } = await import('#sync/outbox/export-unsent.ts');
    const now = Date.now();
    const { blob, count, photosMissing } = await exportUnsent(userId, now);
    saveFile(blob, `installer-club-unsent-${new Date(now).toISOString().slice(0, 10)}.json`);
    const savedText = t`${plural(count, {
      one: 'Saved # unsent item to a file.',
      other: 'Saved # unsent items to a file.',
    })}`;
    if (photosMissing === 0) return { tone: 'good', message: savedText };
    const missingText = t`${plural(photosMissing, {
      one: '# photo couldn’t be read, so it isn’t in the file.',
      other: '# photos couldn’t be read, so they aren’t in the file.',
    })}`;
    return { tone: 'warn', message: `${savedText} ${missingText}` };
  };
  const save = async () => {
    setBusy(true);
    const failedToast = {
      tone: 'bad',
      message: errorMessage({ code: 'database_failed' }),
    } as const;
    const outcome = await exportToFile().catch(() => failedToast);
    setBusy(false);
    return outcome;
  };
  return { save, busy };
}

/**
 * Returns a function that imports unsent work from an exported file. Importing a file twice has no further effect.
 * Throws SyncError: `file_unreadable`, `file_newer`, `storage_full`, or, unless the user has confirmed it with
 * `allowOtherAccount`, `file_of_other_account`.
 */
export function useUnsentImport(): (
  file: Blob,
  options?: { allowOtherAccount?: boolean },
) => Promise<ImportResult> {
  const account = useAccount();
  return useCallback((file, options) => account.importUnsent(file, options), [account]);
}
