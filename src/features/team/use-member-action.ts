import type { TeamMember } from '#schemas/team.ts';
import { useRequest } from '#src/data/requests/use-request.ts';
import { useErrorMessage } from '#src/data/text/error-messages.ts';
import { dismissToastsAbout, showToast } from '#src/ui/feedback/toast-store.ts';

/** How long a toast about a member is shown, in ms (spec 2 §8). */
const SHOWN_MS = 5000;

/**
 * A request about a member: a toast says that it is done, or why it failed. The screen shows the failure, too.
 * @param done what is said of it
 */
export function useMemberAction(
  act: (member: TeamMember) => Promise<void>,
  done: (member: TeamMember) => string,
) {
  const errorWords = useErrorMessage();
  return useRequest(async (member: TeamMember) => {
    const subject = member.uuid;
    dismissToastsAbout(subject);
    try {
      await act(member);
    } catch (error) {
      showToast({ message: errorWords(error), subject, tone: 'bad', timeoutMs: SHOWN_MS });
      throw error;
    }
    showToast({ message: done(member), subject, tone: 'good', timeoutMs: SHOWN_MS });
  });
}
