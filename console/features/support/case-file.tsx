import { Trans, useLingui } from '@lingui/react/macro';
import type { OperatorChat } from '#schemas/operator/chat-calls.ts';
import { DetailList } from '#src/ui/lists/detail-list.tsx';
import { hasRight, useSession } from '#console/data/session.ts';
import { ConsoleLink } from '#console/parts/console-link.tsx';
import { languageText } from '#console/parts/language-text.ts';
import { ChatContact } from './chat-contact.tsx';
import { ChatLinks } from './chat-links.tsx';

/**
 * Facts about the person and the company. In a wide window, they are beside the chat. In a narrower one, they are above
 * the chat and collapsed at first.
 */
export function CaseFile({ chat }: { chat: OperatorChat }) {
  const { t, i18n } = useLingui();
  const session = useSession();
  const showsCompany = session.strength === 'passkey' && hasRight(session, 'companies.read');
  return (
    <aside
      aria-label={t`Case file`}
      className="hidden min-h-0 overflow-y-auto border-s border-line p-4 wide:block"
    >
      <h2 className="pb-2 font-semibold">
        <Trans>Case file</Trans>
      </h2>
      <ChatContact chat={chat} />
      <DetailList
        items={[
          {
            term: <Trans>Company</Trans>,
            detail: showsCompany ? (
              <ConsoleLink href={`/companies/${chat.company_id}`} className="underline">
                {chat.company_name}
              </ConsoleLink>
            ) : (
              chat.company_name
            ),
          },
          { term: <Trans>Language</Trans>, detail: languageText(chat.language, i18n.locale) },
          { term: <Trans>Version of the app</Trans>, detail: chat.app_version || '–' },
          {
            term: <Trans>Opened at</Trans>,
            detail: i18n.date(new Date(chat.created_at), {
              dateStyle: 'medium',
              timeStyle: 'short',
            }),
          },
          {
            term: <Trans>Assigned to</Trans>,
            detail: chat.assigned_to?.name ?? <Trans context="assigned to">No one</Trans>,
          },
        ]}
      />
      <ChatLinks chat={chat} />
    </aside>
  );
}
