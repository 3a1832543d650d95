import { Trans, useLingui } from '@lingui/react/macro';
import { ChevronDown } from 'lucide-react';
import { useId, useState } from 'react';
import { chatCalls, type OperatorChat } from '#schemas/operator/chat-calls.ts';
import { DetailList } from '#src/ui/lists/detail-list.tsx';
import { hasRight, useSession } from '#console/data/session.ts';
import { ConsoleLink } from '#console/parts/console-link.tsx';
import { Timeline } from '#console/parts/record/timeline.tsx';
import { languageText } from '#console/parts/language-text.ts';
import { CaseCompany } from './case-company.tsx';
import { ChatContact } from './chat-contact.tsx';
import { ChatLinks } from './chat-links.tsx';

/**
 * Facts about the person and the company. In a wide window, they are beside the chat. In a narrower one, they are above
 * the chat and collapsed at first.
 */
export function CaseFile({ chat }: { chat: OperatorChat }) {
  const { t, i18n } = useLingui();
  const session = useSession();
  const [isExpanded, setExpanded] = useState(false);
  const contentId = useId();
  const showsCompany = session.strength === 'passkey' && hasRight(session, 'companies.read');
  return (
    <aside
      aria-label={t`Case file`}
      className="min-h-0 overflow-y-auto border-line px-4 max-wide:order-first max-wide:max-h-[60vh] max-wide:border-b wide:border-s wide:py-4"
    >
      <h2 className="font-semibold wide:pb-2">
        <span className="hidden wide:inline">
          <Trans>Case file</Trans>
        </span>
        <button
          type="button"
          aria-expanded={isExpanded}
          aria-controls={contentId}
          className="flex min-h-12 w-full items-center justify-between gap-2 text-start wide:hidden"
          onClick={() => setExpanded(!isExpanded)}
        >
          <Trans>Case file</Trans>
          <ChevronDown
            aria-hidden
            className={`size-5 transition-transform ${isExpanded ? 'rotate-180' : ''}`}
          />
        </button>
      </h2>
      <div id={contentId} className={isExpanded ? 'pb-4' : 'hidden wide:block'}>
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
            { term: <Trans>App version</Trans>, detail: chat.app_version || '–' },
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
        {showsCompany && <CaseCompany chat={chat} />}
        <ChatLinks chat={chat} />
        {session.strength === 'passkey' && <ChatTimeline chat={chat} />}
      </div>
    </aside>
  );
}

/** Operators' actions on the chat, which are only loaded when the operator opens this section. */
function ChatTimeline({ chat }: { chat: OperatorChat }) {
  const [isOpen, setOpen] = useState(false);
  return (
    <details className="pt-4" onToggle={({ currentTarget }) => setOpen(currentTarget.open)}>
      <summary className="flex min-h-tool cursor-pointer items-center font-semibold">
        <Trans>Timeline</Trans>
      </summary>
      {isOpen && <Timeline call={chatCalls.listChatTimeline} id={chat.uuid} />}
    </details>
  );
}
