import { Trans, useLingui } from '@lingui/react/macro';
import { chatCalls, type OperatorChat } from '#schemas/operator/chat-calls.ts';
import { useErrorText } from '#console/data/error-texts.ts';
import { useSession } from '#console/data/session.ts';
import { useOperatorAction } from '#console/data/use-operator-action.ts';
import { useOperatorQuery } from '#console/data/use-operator-query.ts';
import { SmallActionButton } from '#console/parts/action-button.tsx';
import { DropDown } from '#console/parts/drop-down.tsx';
import { chatQueries } from './support-search.ts';

/** Assigns a chat to an operator of its country, or to no one. */
export function useAssignChat(chat: OperatorChat) {
  const assignAction = useOperatorAction(chatCalls.assignChat, { refetches: chatQueries });
  const seen_operator = chat.assigned_to?.id ?? null;
  return {
    error: assignAction.error,
    assignTo: (operator: string | null) =>
      assignAction.mutate({
        params: { id: chat.uuid },
        body: { operator, seen_operator, why: operator === null ? 'unassign' : 'assign' },
      }),
  };
}

interface AssignMenuProps {
  readonly chat: OperatorChat;
  readonly onAssign: (operator: string | null) => void;
}

/** Operators of the chat’s country, starting with the signed-in one. */
export function AssignMenu({ chat, onAssign }: AssignMenuProps) {
  const { t } = useLingui();
  const errorText = useErrorText();
  const { operator } = useSession();
  const { data, error } = useOperatorQuery(chatCalls.listChatOperators, {
    params: { id: chat.uuid },
  });
  const assigneeId = chat.assigned_to?.id ?? null;
  const otherOperators = (data?.data ?? []).filter(({ id }) => id !== operator.id);
  const choices = [
    { id: operator.id, name: t`Assign to me` },
    ...otherOperators,
    { id: null, name: t({ message: 'No one', context: 'assigned to' }) },
  ].filter(({ id }) => id !== assigneeId);
  return (
    <DropDown button={<Trans>Assign</Trans>}>
      {(close) => (
        <>
          {error && <p className="p-2 text-small">{errorText(error)}</p>}
          <ul aria-label={t`Operators`}>
            {choices.map(({ id, name }) => (
              <li key={id ?? ''}>
                <SmallActionButton
                  className="min-h-12 w-full rounded-control px-2 py-1.5 text-start break-long hover:bg-surface-sunken"
                  onClick={() => {
                    onAssign(id);
                    close();
                  }}
                >
                  {name}
                </SmallActionButton>
              </li>
            ))}
          </ul>
        </>
      )}
    </DropDown>
  );
}
