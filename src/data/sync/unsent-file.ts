import { plural } from '@lingui/core/macro';
import { useLingui } from '@lingui/react/macro';
import { useCallback, useState } from 'react';
import type { ImportResult } from '#sync/outbox/import-unsent.ts';
import { useAccount } from '../account/account-context.tsx';
import { useErrorMessage } from '../text/error-messages.ts';
import { saveFile } from '../device/save-file.ts';
import { useIdentity } from '../account/use-session.ts';

/** Result of the export, as a message for the person. */
interface UnsentExport {
  readonly tone: 'good' | 'warn' | 'bad';
  readonly message: string;
}

/**
 * Exports unsent work as a file. Needs no open account, so it works when the database can't be opened or
 * migrated (F26).
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

  const make = async (): Promise<UnsentExport> => {
    const { exportUnsent } = await import('#sync/outbox/export-unsent.ts');
    const now = Date.now();
    const { blob, count, photosMissing } = await exportUnsent(userId, now);
    saveFile(blob, `installer-club-unsent-${new Date(now).toISOString().slice(0, 10)}.json`);
    const saved = t`${plural(count, {
      one: 'Saved # unsent item to a file.',
      other: 'Saved # unsent items to a file.',
    })}`;
    if (photosMissing === 0) return { tone: 'good', message: saved };
    const missing = t`${plural(photosMissing, {
      one: '# photo couldn’t be read, so it isn’t in the file.',
      other: '# photos couldn’t be read, so they aren’t in the file.',
    })}`;
    return { tone: 'warn', message: `${saved} ${missing}` };
  };
  const save = async () => {
    setBusy(true);
    const failed = { tone: 'bad', message: errorMessage({ code: 'database_failed' }) } as const;
    const outcome = await make().catch(() => failed);
    setBusy(false);
    return outcome;
  };
  return { save, busy };
}

/**
 * Imports unsent work from an exported file; idempotent. Throws SyncError: `file_unreadable`, `file_newer`,
 * `storage_full`, and `file_of_other_account` until the person confirms.
 */
export function useUnsentImport(): (
  file: Blob,
  options?: { isOtherAgreed?: boolean },
) => Promise<ImportResult> {
  const account = useAccount();
  return useCallback((file, options) => account.importUnsent(file, options), [account]);
}
