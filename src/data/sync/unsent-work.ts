import { plural } from '@lingui/core/macro';
import { useLingui } from '@lingui/react/macro';
import type { UnsentCounts } from '#sync/outbox/counts.ts';
import type { Services } from '../services.ts';

/** Time to wait for the database, in ms (F23). */
const COUNT_TIMEOUT_MS = 5_000;

/**
 * Counts the open account's unsent work in the database.
 * @returns null if it can't be read: there may be some
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

/** Describes unsent work, one line per kind that has any. */
export function useUnsentText(): (counts: UnsentCounts) => string[] {
  const { t } = useLingui();
  return (counts) => {
    const { photos, kinds } = counts;
    const { captured, waiting, refused, removals } = kinds.scan;
    const { lead, project, chat } = kinds;
    return [
      waiting > 0 &&
        t`${plural(waiting, { one: '# scan waits to be sent', other: '# scans wait to be sent' })}`,
      captured > 0 &&
        t`${plural(captured, { one: '# scan without a project', other: '# scans without a project' })}`,
      refused > 0 && t`${plural(refused, { one: '# refused scan', other: '# refused scans' })}`,
      removals > 0 &&
        t`${plural(removals, { one: '# removal waits to be sent', other: '# removals wait to be sent' })}`,
      photos > 0 &&
        t`${plural(photos, { one: '# photo waits to be sent', other: '# photos wait to be sent' })}`,
      project.waiting > 0 &&
        t`${plural(project.waiting, { one: '# project waits to be added or closed', other: '# projects wait to be added or closed' })}`,
      project.refused > 0 &&
        t`${plural(project.refused, { one: '# refused project', other: '# refused projects' })}`,
      lead.waiting > 0 &&
        t`${plural(lead.waiting, { one: '# lead with changes that wait to be sent', other: '# leads with changes that wait to be sent' })}`,
      lead.refused > 0 &&
        t`${plural(lead.refused, { one: '# lead with a refused change', other: '# leads with refused changes' })}`,
      chat.waiting > 0 &&
        t`${plural(chat.waiting, { one: '# conversation with messages that wait to be sent', other: '# conversations with messages that wait to be sent' })}`,
      chat.refused > 0 &&
        t`${plural(chat.refused, { one: '# conversation with a refused message', other: '# conversations with refused messages' })}`,
    ].filter((line) => line !== false);
  };
}
