import type { MessageDescriptor } from '@lingui/core';
import { msg } from '@lingui/core/macro';
import { Trans, useLingui } from '@lingui/react/macro';
import { X } from 'lucide-react';
import { useState } from 'react';
import {
  chatCalls,
  chatLinkKinds,
  type ChatLinkKind,
  type OperatorChat,
} from '#schemas/operator/chat-calls.ts';
import { Button } from '#src/ui/button.tsx';
import { ErrorBlock } from '#src/ui/feedback/error-block.tsx';
import { SelectField } from '#src/ui/fields/select-field.tsx';
import { useErrorText } from '#console/data/error-texts.ts';
import { hasRight, regionsWithRight, useSession } from '#console/data/session.ts';
import { useOperatorAction } from '#console/data/use-operator-action.ts';
import { useOperatorList } from '#console/data/use-operator-query.ts';
import { ActionButton, SmallActionButton } from '#console/parts/action-button.tsx';
import { ConsoleLink } from '#console/parts/console-link.tsx';
import { timeText } from '#console/parts/country-and-time.ts';
import { EmptyPart } from '#console/parts/record/record-page.tsx';
import { SideSheet } from '#console/parts/side-sheet.tsx';
import { chatQueries } from './support-search.ts';

const kindTexts: Readonly<Record<ChatLinkKind, MessageDescriptor>> = {
  orders: msg`Order`,
  products: msg`Product`,
  projects: msg`Project`,
};

/** The company's records that a chat is about, such as an order. */
export function ChatLinks({ chat }: { chat: OperatorChat }) {
  const { t, i18n } = useLingui();
  const errorText = useErrorText();
  const session = useSession();
  const [isOpen, setOpen] = useState(false);
  const unlinkRecordAction = useOperatorAction(chatCalls.unlinkChatRecord, {
    refetches: chatQueries,
  });
  const canEdit = regionsWithRight(session, 'support.edit').includes(chat.region);
  const hrefOf = (kind: ChatLinkKind, id: string) => {
    if (kind !== 'orders') return `/companies/${chat.company_id}?tab=${kind}`;
    return hasRight(session, 'orders.read') ? `/orders/${id}` : null;
  };
  if (session.strength === 'weak') return null;
  return (
    <section aria-labelledby="linked-records" className="flex flex-col items-start gap-2 pt-4">
      <h3 id="linked-records" className="font-semibold">
        <Trans>Linked records</Trans>
      </h3>
      <ErrorBlock
        messages={unlinkRecordAction.error ? [errorText(unlinkRecordAction.error)] : []}
      />
      <ul className="w-full empty:hidden">
        {chat.links.map(({ kind, id, label }) => {
          const name = label || i18n._(kindTexts[kind]);
          const href = hrefOf(kind, id);
          return (
            <li key={`${kind} ${id}`} className="flex items-center gap-1">
              <span className="min-w-0 flex-1 text-small break-long">
                <span className="block text-ink-soft">{i18n._(kindTexts[kind])}</span>
                {href === null ? (
                  name
                ) : (
                  <ConsoleLink href={href} className="underline">
                    {name}
                  </ConsoleLink>
                )}
              </span>
              {canEdit && (
                <SmallActionButton
                  aria-label={t`Remove the link to ${name}`}
                  onClick={() =>
                    unlinkRecordAction.mutate({
                      params: { id: chat.uuid },
                      body: { kind, record: id, why: 'unlink' },
                    })
                  }
                >
                  <X />
                </SmallActionButton>
              )}
            </li>
          );
        })}
      </ul>
      {canEdit && (
        <ActionButton variant="secondary" onClick={() => setOpen(true)}>
          <Trans>Link a record</Trans>
        </ActionButton>
      )}
      <SideSheet
        isOpen={isOpen}
        onClose={() => setOpen(false)}
        title={t`Link a record`}
        description={t`Records of ${chat.company_name}, newest first. The installer doesn’t see links.`}
      >
        <RecordList chat={chat} onDone={() => setOpen(false)} />
      </SideSheet>
    </section>
  );
}

function RecordList({ chat, onDone }: { chat: OperatorChat; onDone: () => void }) {
  const { t, i18n } = useLingui();
  const errorText = useErrorText();
  const [kind, setKind] = useState<ChatLinkKind>('orders');
  const linkAction = useOperatorAction(chatCalls.linkChatRecord, { refetches: chatQueries });
  const list = useOperatorList(
    chatCalls.listChatRecords,
    { kind, limit: 20 },
    { params: { id: chat.uuid } },
  );
  const rows = list.isOutdated
    ? []
    : list.rows.filter(({ id }) => chat.links.every((existingLink) => existingLink.id !== id));
  const save = async (record: string) => {
    await linkAction.mutateAsync({
      params: { id: chat.uuid },
      body: { kind, record, why: 'link' },
    });
    onDone();
  };
  const error = linkAction.error ?? list.error;
  return (
    <>
      <ErrorBlock messages={error ? [errorText(error)] : []} />
      <SelectField
        label={t`Record type`}
        options={chatLinkKinds.map((value) => ({ value, label: i18n._(kindTexts[value]) }))}
        value={kind}
        onChange={({ target }) =>
          setKind(chatLinkKinds.find((value) => value === target.value) ?? 'orders')
        }
      />
      {!list.isLoading && !list.isOutdated && !list.error && rows.length === 0 && <EmptyPart />}
      <ul aria-label={t`Records`} className="flex flex-col pt-2">
        {rows.map(({ id, at, label }) => (
          <li key={id}>
            <SmallActionButton
              isBusy={linkAction.isPending}
              onClick={() => void save(id).catch(() => undefined)}
              className="flex min-h-12 w-full flex-col justify-center rounded-control px-2 py-1.5 text-start hover:bg-surface-sunken"
            >
              <span className="font-semibold break-long">{label || i18n._(kindTexts[kind])}</span>
              <span className="text-small text-ink-soft tnum">{timeText(i18n, at)}</span>
            </SmallActionButton>
          </li>
        ))}
      </ul>
      {list.hasMore && (
        <Button variant="secondary" busy={list.isLoadingMore} onClick={list.loadMore}>
          <Trans>Show more</Trans>
        </Button>
      )}
    </>
  );
}
