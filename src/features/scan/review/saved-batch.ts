import { plural } from '@lingui/core/macro';
import { useLingui } from '@lingui/react/macro';
import type { ScanDocument } from '#schemas/scan.ts';
import { paths } from '#src/app/paths.ts';
import { useGo } from '#src/app/use-go.ts';
import { useAccount } from '#src/data/account/account-context.tsx';
import { draftStorage } from '#src/data/drafts/draft-storage.ts';
import { endWhen } from '#src/data/live/end-when.ts';
import { writable } from '#src/data/live/readable.ts';
import { useConnection } from '#src/data/sync/use-sync-status.ts';
import { codeOf } from '#src/data/text/error-code.ts';
import { useErrorMessage } from '#src/data/text/error-messages.ts';
import { useFormat } from '#src/data/text/format.ts';
import { saveLastProject } from '#src/features/projects/actions.ts';
import { showToast } from '#src/ui/feedback/toast.tsx';
import { scansById } from '../queries.ts';
import type { ExpectedPoints } from './review.ts';

/** Undo period of a save, in ms; paused while the toast is in use. */
const UNDO_MS = 12_000;

/**
 * Returns a function that shows a toast about the saved products, with their points and a button to undo the save.
 * While offline, the toast says that they'll be sent later. It disappears once a product is rejected or removed,
 * because the project then shows the details.
 */
export function useSavedToast() {
  const { t } = useLingui();
  const online = useConnection() === 'online';
  const pointsText = useExpectedPointsText();
  const account = useAccount();
  return ({ project, count, expected, undo }: SavedBatch, ids: readonly string[]) => {
    const street = project.street_name;
    const show = (message: string, until: (end: () => void) => () => void) =>
      showToast({
        tone: 'good',
        message: [message, pointsText(expected)].filter(Boolean).join(' '),
        subject: project.uuid,
        timeoutMs: UNDO_MS,
        action: { label: t`Undo`, onPress: undo },
        until,
      });
    const scans$ = scansById(account, ids);
    const isToastOver = (scans: readonly ScanDocument[]) =>
      scans.length < ids.length ||
      scans.some(({ state }) => state === 'refused' || state === 'captured');
    const isSent = (scans: readonly ScanDocument[]) => scans.every(({ state }) => state === 'sent');
    const showSaved = () =>
      show(
        t`${plural(count, { one: `Saved # product to ${street}.`, other: `Saved # products to ${street}.` })}`,
        endWhen(scans$, isToastOver),
      );
    if (online) return void showSaved();
    show(t`Saved on this phone. It will be sent when you’re online.`, (end) => {
      const stopWatching = endWhen(scans$, isToastOver)(end);
      const stopWaiting = endWhen(
        scans$,
        (scans) => !isToastOver(scans) && isSent(scans),
      )(showSaved);
      return () => {
        stopWatching();
        stopWaiting();
      };
    });
  };
}

/** A save that can be undone. */
interface SavedScans {
  /** The scans before saving. */
  readonly scansBefore: readonly ScanDocument[];
  readonly projectId: string;
  /** The last project before the save; null if there was none. */
  readonly previousProjectId: string | null;
}

/**
 * Returns a function that undoes a save, even if it has been sent, and goes back to the review. The function never
 * throws, but shows a toast if it fails.
 */
export function useUndoSave(): (savedScans: SavedScans) => Promise<void> {
  const { t } = useLingui();
  const account = useAccount();
  const errorMessage = useErrorMessage();
  const go = useGo();
  return async ({ scansBefore, projectId, previousProjectId }) => {
    const { scanCommands, identity } = account;
    try {
      await scanCommands.undoSaveToProject(scansBefore, projectId);
      if (previousProjectId !== null)
        saveLastProject(draftStorage, identity.user_id, previousProjectId);
      lastSavedBatch.set(null);
      showToast({
        message: t`Undone. Nothing was saved.`,
        subject: projectId,
        timeoutMs: 6000,
      });
      // The user may have opened another screen since.
      go(paths.scanReview({ project: projectId }), { fromAnywhere: true });
    } catch (error) {
      const isProjectEnded = codeOf(error) === 'project_not_open';
      const message = isProjectEnded
        ? t`You can’t undo this: the project is no longer open.`
        : errorMessage(error);
      showToast({ tone: 'bad', subject: projectId, message });
    }
  };
}

/** Products saved together; others may remain in the list. */
export interface SavedBatch {
  readonly project: { readonly uuid: string; readonly street_name: string };
  readonly count: number;
  readonly expected: ExpectedPoints;
  /** Ids of the remaining scans. */
  readonly remainingIds: ReadonlySet<string>;
  readonly undo: () => void;
}

/** The last batch saved since the page loaded; null if there was none or it was undone. */
export const lastSavedBatch = writable<SavedBatch | null>(null);

/** Returns a function that formats expected points and their conditions; empty if there are none. */
export function useExpectedPointsText(): (expected: ExpectedPoints) => string {
  const { t } = useLingui();
  const format = useFormat();
  return ({ points: sum, isMaximum, isUnchecked }) => {
    if (sum === 0) return '';
    const points = format.points(sum);
    if (isMaximum)
      return t`Up to ${points}, once the project is closed and its products are checked.`;
    const expectedText = t`${points} when the project closes.`;
    return isUnchecked
      ? `${expectedText} ${t`We haven’t checked the serial numbers yet.`}`
      : expectedText;
  };
}
