import { Trans, useLingui } from '@lingui/react/macro';
import { Pencil, Send, Trash2 } from 'lucide-react';
import { useState } from 'react';
import type { TeamMember } from '#schemas/team.ts';
import { linkTo } from '#src/app/link-to.tsx';
import { paths } from '#src/app/paths.ts';
import { useLastDefined } from '#src/data/live/use-last-defined.ts';
import { useRequest } from '#src/data/requests/use-request.ts';
import { useErrorMessage } from '#src/data/text/error-messages.ts';
import { PhoneRow } from '#src/features/_shared/contact/contact-links.tsx';
import { Button } from '#src/ui/button.tsx';
import { ErrorBlock } from '#src/ui/feedback/error-block.tsx';
import { dismissToastsAbout, showToast } from '#src/ui/feedback/toast.tsx';
import { ConfirmSheet, Sheet } from '#src/ui/layout/sheet.tsx';
import { LinkButton } from '#src/ui/link-button.tsx';
import { List } from '#src/ui/lists/list.tsx';
import { useTeamActions } from './actions.ts';
import { internationalPhone, memberName } from './queries.ts';

interface MemberSheetProps {
  /** Null while the sheet is closed. */
  member: TeamMember | null;
  online: boolean;
  onClose: () => void;
}

/** An owner's actions for a member: contact, edit, resend the invitation, remove. */
export function MemberSheet({ member, online, onClose }: MemberSheetProps) {
  const { t } = useLingui();
  const errorText = useErrorMessage();
  // Keeps its content during the closing animation.
  const displayedMember = useLastDefined(member ?? undefined);
  const [isConfirmingRemoval, setIsConfirmingRemoval] = useState(false);
  const resendRequest = useResend(onClose);
  if (!displayedMember) return null;
  const name = memberName(displayedMember);
  const offlineReason = !online && t`You’re offline. Connect to edit the team.`;
  const close = () => {
    resendRequest.clear();
    setIsConfirmingRemoval(false);
    onClose();
  };
  if (isConfirmingRemoval) {
    return (
      <RemoveMember
        member={displayedMember}
        isOpen={member !== null}
        offlineReason={offlineReason}
        onClose={close}
      />
    );
  }
  return (
    <Sheet
      isOpen={member !== null}
      onOpenChange={(isOpen) => !isOpen && close()}
      title={name}
      closeLabel={t`Close`}
    >
      <ErrorBlock
        messages={resendRequest.failure === null ? [] : [errorText(resendRequest.failure)]}
      />
      <Contact member={displayedMember} />
      <div className="flex flex-col gap-2">
        <LinkButton
          variant="secondary"
          fullWidth
          icon={<Pencil />}
          {...linkTo(paths.teamMember(displayedMember.uuid))}
        >
          <Trans>Edit</Trans>
        </LinkButton>
        <Button
          variant="secondary"
          fullWidth
          icon={<Send />}
          busy={resendRequest.busy}
          disabledReason={offlineReason}
          onClick={() => void resendRequest.run(displayedMember)}
        >
          <Trans>Resend invitation</Trans>
        </Button>
        <Button
          variant="danger"
          fullWidth
          icon={<Trash2 />}
          disabledReason={offlineReason}
          onClick={() => setIsConfirmingRemoval(true)}
        >
          <Trans>Remove from team</Trans>
        </Button>
      </div>
    </Sheet>
  );
}

/** Call and message links, which open the phone's own apps (spec 2 §2: a contact link for owners). */
function Contact({ member }: { member: TeamMember }) {
  const { t } = useLingui();
  const phone = internationalPhone(member);
  if (phone === null) return null;
  return (
    <List label={t`Contact`}>
      <PhoneRow phone={phone} />
    </List>
  );
}

function useResend(onDone: () => void) {
  const { t } = useLingui();
  const { resend } = useTeamActions();
  return useMemberAction(
    async ({ uuid }) => {
      await resend(uuid);
      onDone();
    },
    () => t`Invitation resent`,
  );
}

interface RemoveMemberProps {
  member: TeamMember;
  isOpen: boolean;
  /** Reason why members can't be removed now; false if they can. */
  offlineReason: string | false;
  onClose: () => void;
}

/** Confirms removing a member. Their work stays with the company. */
function RemoveMember({ member, isOpen, offlineReason, onClose }: RemoveMemberProps) {
  const { t } = useLingui();
  const errorText = useErrorMessage();
  const { remove } = useTeamActions();
  const name = memberName(member);
  const removeRequest = useMemberAction(
    async ({ uuid }) => {
      await remove(uuid);
      onClose();
    },
    () => t`${name} removed`,
  );
  const failures = removeRequest.failure === null ? [] : [errorText(removeRequest.failure)];
  return (
    <ConfirmSheet
      isOpen={isOpen}
      onOpenChange={(open) => !open && onClose()}
      title={<Trans>Remove {name} from the team?</Trans>}
      confirmLabel={<Trans>Remove</Trans>}
      cancelLabel={t`Cancel`}
      tone="danger"
      busy={removeRequest.busy}
      errors={offlineReason === false ? failures : [offlineReason]}
      onConfirm={() => {
        if (offlineReason === false) void removeRequest.run(member);
      }}
    >
      <Trans>
        They’ll be signed out on all devices and can’t sign in again. Their work stays with the
        company.
      </Trans>
    </ConfirmSheet>
  );
}

/** Toast duration in ms (spec 2 §8). */
const TOAST_MS = 5000;

/**
 * A request about a member, with a success or failure toast. The screen shows the failure too.
 * @param successText returns the success message
 */
function useMemberAction(
  request: (member: TeamMember) => Promise<void>,
  successText: (member: TeamMember) => string,
) {
  const errorText = useErrorMessage();
  return useRequest(async (member: TeamMember) => {
    const subject = member.uuid;
    dismissToastsAbout(subject);
    try {
      await request(member);
    } catch (error) {
      showToast({ message: errorText(error), subject, tone: 'bad', timeoutMs: TOAST_MS });
      throw error;
    }
    showToast({ message: successText(member), subject, tone: 'good', timeoutMs: TOAST_MS });
  });
}
