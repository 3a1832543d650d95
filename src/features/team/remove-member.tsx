import { Trans, useLingui } from '@lingui/react/macro';
import type { TeamMember } from '#schemas/team.ts';
import { useErrorMessage } from '#src/data/text/error-messages.ts';
import { ConfirmSheet } from '#src/ui/layout/confirm-sheet.tsx';
import { useTeamActions } from './actions.ts';
import { memberName } from './queries.ts';
import { useMemberAction } from './use-member-action.ts';

interface RemoveMemberProps {
  member: TeamMember;
  isOpen: boolean;
  /** Reason why members can't be removed now. */
  offline: string | false;
  onClose: () => void;
}

/** Confirms removing a member. Their work stays with the company. */
export function RemoveMember({ member, isOpen, offline, onClose }: RemoveMemberProps) {
  const { t } = useLingui();
  const errorText = useErrorMessage();
  const { remove } = useTeamActions();
  const name = memberName(member);
  const removing = useMemberAction(
    async ({ uuid }) => {
      await remove(uuid);
      onClose();
    },
    () => t`${name} is removed.`,
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
        They are signed out on all devices at once and can't sign in any more. What they did stays
        with the company.
      </Trans>
    </ConfirmSheet>
  );
}
