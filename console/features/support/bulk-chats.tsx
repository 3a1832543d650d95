import { useLingui } from '@lingui/react/macro';
import { CircleCheck, UserRoundCheck } from 'lucide-react';
import { useState } from 'react';
import { bulkStartCalls } from '#schemas/operator/bulk-start-calls.ts';
import { chatCalls } from '#schemas/operator/chat-calls.ts';
import { SelectField } from '#src/ui/fields/select-field.tsx';
import { useSession } from '#console/data/session.ts';
import { useOperatorAction } from '#console/data/use-operator-action.ts';
import { type OperatorList, useOperatorQuery } from '#console/data/use-operator-query.ts';
import { BulkAction } from '#console/parts/bulk-action.tsx';
import type { Selection } from '#console/parts/index-table/index-props.ts';
import { SelectionBar } from '#console/parts/index-table/selection-bar.tsx';

interface Row {
  readonly uuid: string;
}
type Rows = readonly Row[];

interface ChatSelectionProps {
  readonly list: Pick<OperatorList<Row>, 'hasMore' | 'total'>;
  readonly selection: Selection<Row>;
  readonly onSelectMatches: () => void;
  readonly onClear: () => void;
}

/** Number of selected chats, and the actions on them. */
export function ChatSelection(props: ChatSelectionProps) {
  const { t } = useLingui();
  const { list, selection } = props;
  const action = useOperatorAction(bulkStartCalls.startBulkChats, { refetches: ['listBulkJobs'] });
  const [assignee, setAssignee] = useState('');
  const idsOf = (chats: Rows) => chats.map(({ uuid }) => uuid);
  return (
    <SelectionBar
      selection={selection}
      hasMore={list.hasMore}
      total={list.total}
      onSelectMatches={props.onSelectMatches}
      onClear={props.onClear}
    >
      <BulkAction
        action={action}
        selection={selection}
        icon={<UserRoundCheck />}
        label={t`Assign`}
        consequence={t`Chats that the operator can’t answer are listed as failed.`}
        start={(chats, why) =>
          action.mutateAsync({
            body: {
              records: idsOf(chats),
              run: { act: 'assignChat', operator: assignee === '' ? null : assignee },
              why,
            },
          })
        }
        onClose={() => setAssignee('')}
        fields={([chat]) =>
          chat && <AssigneeField chat={chat.uuid} value={assignee} onChange={setAssignee} />
        }
      />
      <BulkAction
        action={action}
        selection={selection}
        icon={<CircleCheck />}
        label={t`Solve`}
        consequence={t`A chat with a newer message isn’t solved. Open it, and read the message first.`}
        start={(chats, why) =>
          action.mutateAsync({
            body: { records: idsOf(chats), run: { act: 'setChatSolved', solved: true }, why },
          })
        }
      />
    </SelectionBar>
  );
}

interface AssigneeFieldProps {
  /** One of the selected chats. The field offers the operators who can answer it. */
  readonly chat: string;
  readonly value: string;
  readonly onChange: (operator: string) => void;
}

function AssigneeField({ chat, value, onChange }: AssigneeFieldProps) {
  const { t } = useLingui();
  const { operator } = useSession();
  const { data } = useOperatorQuery(chatCalls.listChatOperators, { params: { id: chat } });
  const others = (data?.data ?? []).filter(({ id }) => id !== operator.id);
  return (
    <SelectField
      label={t({ message: 'Assign to', context: 'chats' })}
      value={value}
      placeholder={t({ message: 'No one', context: 'assigned to' })}
      options={[
        { value: operator.id, label: t`Assign to me` },
        ...others.map(({ id, name }) => ({ value: id, label: name })),
      ]}
      onChange={({ target }) => onChange(target.value)}
    />
  );
}
