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

/** Owner's actions for a member: contact, edit, resend the message, remove. */
export function MemberSheet({ member, online, onClose }: MemberSheetProps) {
  const { t } = useLingui();
  const errorText = useErrorMessage();
  // Keeps its content during the closing animation.
  const shown = useLastDefined(member ?? undefined);
  const [isAsking, setAsking] = useState(false);
  const resending = useResend(onClose);
  if (!shown) return null;
  const name = memberName(shown);
  const offline = !online && t`You’re offline. Connect to edit the team.`;
  const close = () => {
    resending.clear();
    setAsking(false);
    onClose();
  };
  if (isAsking) {
    return (
      <RemoveMember member={shown} isOpen={member !== null} offline={offline} onClose={close} />
    );
  }
  return (
    <Sheet
      isOpen={member !== null}
      onOpenChange={(isOpen) => !isOpen && close()}
      title={name}
      closeLabel={t`Close`}
    >
      <ErrorBlock messages={resending.failure === null ? [] : [errorText(resending.failure)]} />
      <Contact member={shown} />
      <div className="flex flex-col gap-2">
        <LinkButton
          variant="secondary"
          fullWidth
          icon={<Pencil />}
          {...linkTo(paths.teamMember(shown.uuid))}
        >
          <Trans>Edit</Trans>
        </LinkButton>
        <Button
          variant="secondary"
          fullWidth
          icon={<Send />}
          busy={resending.busy}
          disabledReason={offline}
          onClick={() => void resending.run(shown)}
        >
          <Trans>Resend invitation</Trans>
        </Button>
        <Button
          variant="danger"
          fullWidth
          icon={<Trash2 />}
          disabledReason={offline}
          onClick={() => setAsking(true)}
        >
          <Trans>Remove from team</Trans>
        </Button>
      </div>
    </Sheet>
  );
}

/**
 * Call and message links, which open the phone's own apps (spec 2 §2: a contact link for owners).
 */
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
  /** Reason why members can't be removed now. */
  offline: string | false;
  onClose: () => void;
}

/** Confirms removing a member. Their work stays with the company. */
function RemoveMember({ member, isOpen, offline, onClose }: RemoveMemberProps) {
  const { t } = useLingui();
  const errorText = useErrorMessage();
  const { remove } = useTeamActions();
  const name = memberName(member);
  const removing = useMemberAction(
    async ({ uuid }) => {
      await remove(uuid);
      onClose();
    },
    () => t`${name} removed`,
  );
  const failures = removing.failure === null ? [] : [errorText(removing.failure)];
  return (
    <ConfirmSheet
      isOpen={isOpen}
      onOpenChange={(open) => !open && onClose()}
      title={<Trans>Remove {name} from the team?</Trans>}
      confirmLabel={<Trans>Remove</Trans>}
      cancelLabel={t`Cancel`}
      tone="danger"
      busy={removing.busy}
      errors={offline === false ? failures : [offline]}
      onConfirm={() => {
        if (offline === false) void removing.run(member);
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
const SHOWN_MS = 5000;

/**
 * Request about a member, with a success or failure toast. The screen shows the failure too.
 * @param done returns the success message
 */
function useMemberAction(
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
