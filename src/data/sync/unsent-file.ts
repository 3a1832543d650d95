import { plural } from '@lingui/core/macro';
import { useLingui } from '@lingui/react/macro';
import { useCallback, useState } from 'react';
import type { ImportResult } from '#sync/outbox/import-unsent.ts';
import { useAccount } from '../account/account-context.tsx';
import { useErrorMessage } from '../text/error-messages.ts';
import { saveFile } from '../device/save-file.ts';
import { useIdentity } from '../account/use-session.ts';

/** What came of saving the file, as a message for the person. */
export interface UnsentExport {
  readonly tone: 'good' | 'warn' | 'bad';
  readonly message: string;
}

/**
 * Saves what the server does not have as a file of the person's own. It needs no open account, so that
 * it works where the database can't be opened or migrated (F26).
 * @returns null while nobody is signed in. `save` never rejects.
 */
export function useUnsentExport(): {
  readonly save: () => Promise<UnsentExport>;
  readonly busy: boolean;
} | null {
  const { t } = useLingui();
  const userId = useIdentity()?.user_id;
  const errorWords = useErrorMessage();
  const [busy, setBusy] = useState(false);
  if (userId === undefined) return null;

  const make = async (): Promise<UnsentExport> => {
    const { exportUnsent } = await import('#sync/outbox/export-unsent.ts');
    const now = Date.now();
    const { blob, count, photosMissing } = await exportUnsent(userId, now);
    saveFile(blob, `installer-club-unsent-${new Date(now).toISOString().slice(0, 10)}.json`);
    const saved = t`${plural(count, {
      one: 'Saved a file with # piece of unsent work.',
      other: 'Saved a file with # pieces of unsent work.',
    })}`;
    if (photosMissing === 0) return { tone: 'good', message: saved };
    const missing = t`${plural(photosMissing, {
      one: '# photo could not be read and is not in it.',
      other: '# photos could not be read and are not in it.',
    })}`;
    return { tone: 'warn', message: `${saved} ${missing}` };
  };
  const save = async () => {
    setBusy(true);
    const failed = { tone: 'bad', message: errorWords({ code: 'database_failed' }) } as const;
    const outcome = await make().catch(() => failed);
    setBusy(false);
    return outcome;
  };
  return { save, busy };
}

/**
 * Takes unsent work over from such a file; twice does no harm. Throws SyncError: `file_unreadable`,
 * `file_newer`, `storage_full`, and `file_of_other_account` until the person agrees to that.
 */
export function useUnsentImport(): (
  file: Blob,
  options?: { isOtherAgreed?: boolean },
) => Promise<ImportResult> {
  const account = useAccount();
  return useCallback((file, options) => account.importUnsent(file, options), [account]);
}
