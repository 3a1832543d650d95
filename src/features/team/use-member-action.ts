import type { TeamMember } from '#schemas/team.ts';
import { useRequest } from '#src/data/requests/use-request.ts';
import { useErrorMessage } from '#src/data/text/error-messages.ts';
import { dismissToastsAbout, showToast } from '#src/ui/feedback/toast-store.ts';

/** Toast duration in ms (spec 2 §8). */
const SHOWN_MS = 5000;

/**
 * Request about a member, with a success or failure toast. The screen shows the failure too.
 * @param done returns the success message
 */
export function useMemberAction(
  act: (member: TeamMember) => Promise<void>,
  done: (member: TeamMember) => string,
) {
  const errorText = useErrorMessage();
  return useRequest(async (member: TeamMember) => {
    const subject = member.uuid;
    dismissToastsAbout(subject);
    try {
      await act(member);
    } catch (error) {
      showToast({ message: errorText(error), subject, tone: 'bad', timeoutMs: SHOWN_MS });
      throw error;
    }
    showToast({ message: done(member), subject, tone: 'good', timeoutMs: SHOWN_MS });
  });
}
