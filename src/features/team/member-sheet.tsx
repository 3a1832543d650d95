import { Trans, useLingui } from '@lingui/react/macro';
import { MessageSquare, Pencil, Phone, Send, Trash2 } from 'lucide-react';
import { useState } from 'react';
import type { TeamMember } from '#schemas/team.ts';
import { useLastDefined } from '#src/data/live/use-last-defined.ts';
import { useErrorMessage } from '#src/data/text/error-messages.ts';
import { callLink, messageLink, readablePhone } from '#src/data/text/phone.ts';
import { linkTo } from '#src/app/link-to.tsx';
import { paths } from '#src/app/paths.ts';
import { Button } from '#src/ui/button.tsx';
import { ErrorBlock } from '#src/ui/feedback/error-block.tsx';
import { IconButton } from '#src/ui/icon-button.tsx';
import { LinkButton } from '#src/ui/link-button.tsx';
import { List } from '#src/ui/lists/list.tsx';
import { ListRow } from '#src/ui/lists/list-row.tsx';
import { Sheet } from '#src/ui/layout/sheet.tsx';
import { useTeamActions } from './actions.ts';
import { internationalPhone, memberName } from './queries.ts';
import { RemoveMember } from './remove-member.tsx';
import { useMemberAction } from './use-member-action.ts';

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
  const offline = !online && t`You are offline. The team is changed online.`;
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
          <Trans>Send the message again</Trans>
        </Button>
        <Button
          variant="danger"
          fullWidth
          icon={<Trash2 />}
          disabledReason={offline}
          onClick={() => setAsking(true)}
        >
          <Trans>Remove from the team</Trans>
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
  const readable = readablePhone(phone);
  return (
    <List label={t`Contact`}>
      <ListRow
        icon={<Phone />}
        title={<span className="tnum">{readable}</span>}
        meta={t`Call`}
        chevron={false}
        href={callLink(phone)}
        action={
          <IconButton
            variant="raised"
            label={t`Send a message to ${readable}`}
            icon={<MessageSquare />}
            href={messageLink(phone)}
          />
        }
      />
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
    () => t`The message is sent again.`,
  );
}
