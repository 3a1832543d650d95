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
        t`${plural(waiting, {
          one: '# product not sent yet',
          other: '# products not sent yet',
        })}`,
      captured > 0 &&
        t`${plural(captured, {
          one: '# product without a project',
          other: '# products without a project',
        })}`,
      refused > 0 &&
        t`${plural(refused, { one: '# product not accepted', other: '# products not accepted' })}`,
      removals > 0 &&
        t`${plural(removals, {
          one: '# removal not sent yet',
          other: '# removals not sent yet',
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
    ].filter((line) => line !== false);
  };
}
